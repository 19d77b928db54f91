// Search runs in a worker, and browsers start no worker for pages opened from the disk.
// There, a hidden frame does the worker's work. Elsewhere this file does nothing.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.appendChild(this.frame)
      const inside = this.frame.contentWindow
      inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data })
        this.dispatchEvent(event)
        if (this.onmessage) this.onmessage(event)
      }
      inside.importScripts = (...urls) =>
        urls.reduce((before, next) => before.then(() => this.load(next)), Promise.resolve())
      this.ready = this.load(url)
    }

    load(url) {
      const page = this.frame.contentDocument
      return new Promise((done, failed) => {
        const script = page.createElement("script")
        script.src = url
        script.onload = done
        script.onerror = failed
        page.body.appendChild(script)
      })
    }

    postMessage(data) {
      const inside = this.frame.contentWindow
      this.ready.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
