// Menus and dialogs as programs have them: one menu is open at a time, and nothing else can be reached below it.
const shade = document.createElement("div")
shade.className = "shade"
shade.hidden = true
document.body.append(shade)

function closeMenus() {
  for (const opener of document.querySelectorAll("[data-menu]")) {
    opener.setAttribute("aria-expanded", "false")
    document.getElementById(opener.dataset.menu).hidden = true
  }
  shade.hidden = true
}

function show(name) {
  closeMenus()
  document.getElementById(name).showModal()
}

for (const opener of document.querySelectorAll("[data-menu]")) {
  opener.onclick = () => {
    closeMenus()
    opener.setAttribute("aria-expanded", "true")
    document.getElementById(opener.dataset.menu).hidden = false
    shade.hidden = false
  }
}
for (const item of document.querySelectorAll("[role=menu] [role=menuitem]")) {
  item.addEventListener("click", () => item.dataset.dialog ? show(item.dataset.dialog) : closeMenus())
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.onclick = () => button.closest("dialog").close()
}
addEventListener("keydown", event => { if (event.key === "Escape") closeMenus() })
addEventListener("click", event => { if (event.target === shade) closeMenus() })
