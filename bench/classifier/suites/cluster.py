"""Containers and clusters: docker, kubernetes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .common import Case, suite
from .labels import BAD_INPUT, BAD_TYPE, DAEMON_DOWN, LOST, MISSING, NO_ANSWER_IN_TIME, REFUSED, STATUS, UNSUPPORTED
from .servers import http_server, refused_port, resets, tcp, transport_base


@suite("docker", "docker")
def docker_cases(tmp: Path) -> Iterator[Case]:
    import docker
    import docker.errors

    base = http_server().replace("http:", "tcp:")

    def client(url: str) -> Any:
        return docker.DockerClient(base_url=url, version="1.43", timeout=0.5)

    yield "list_containers", DAEMON_DOWN, lambda: docker.DockerClient(base_url=f"unix://{tmp}/docker.sock")
    yield "list_containers", DAEMON_DOWN, lambda: client(f"unix://{tmp}/docker.sock").containers.list()
    yield "list_containers", REFUSED, lambda: client(f"tcp://127.0.0.1:{refused_port()}").containers.list()
    yield "list_containers", BAD_INPUT, lambda: client("frob://x")
    for status in (400, 401, 403, 404, 409, 500, 503):
        yield "start_container", STATUS[status], lambda s=status: client(f"{base}/status/{s}").containers.get("web").start()
    yield "pull_image", NO_ANSWER_IN_TIME, lambda: client(f"{base}/slow").images.pull("x")
    yield "pull_image", LOST, lambda: client(f"tcp://127.0.0.1:{tcp(resets)}").images.pull("x")
    yield "run_container", BAD_TYPE, lambda: client(base).containers.run("x", frob=1)
    yield "run_container", BAD_INPUT, lambda: client(base).containers.run("x", network="a", network_mode="b")
    yield "build_image", BAD_TYPE, lambda: client(base).images.build()
    yield "build_image", BAD_INPUT, lambda: client(base).images.build(path=str(tmp / "gone"))


@suite("kubernetes", "kubernetes")
def kubernetes_cases(tmp: Path) -> Iterator[Case]:
    import kubernetes
    import urllib3

    at = transport_base()
    base = at["base"]

    def api(url: str) -> Any:
        settings = kubernetes.client.Configuration(host=url)
        settings.retries = urllib3.Retry(0)
        return kubernetes.client.CoreV1Api(kubernetes.client.ApiClient(settings))

    for status in (400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 503, 504):
        yield "delete_pod", STATUS[status], partial(api(f"{base}/status/{status}").delete_namespaced_pod, "web", "default")
    yield "list_pods", REFUSED, lambda: api(at["refused"]).list_node()
    yield "list_pods", NO_ANSWER_IN_TIME, lambda: api(f"{base}/slow").list_node(_request_timeout=0.3)
    yield "list_pods", LOST, lambda: api(f"{base}/drop").list_node()
    yield "list_pods", BAD_INPUT, lambda: api(base).delete_namespaced_pod(None, "default")
    yield "list_pods", BAD_INPUT, lambda: api(base).list_node(frob=1)
    yield "create_pod", BAD_INPUT, lambda: kubernetes.client.V1Container(name=None)
    yield "connect", MISSING, lambda: kubernetes.config.load_kube_config(str(tmp / "gone"))
    yield "connect", UNSUPPORTED, kubernetes.config.load_incluster_config
    (tmp / "cfg").write_text("apiVersion: v1\nkind: Config\ncontexts: []\n")
    yield "connect", BAD_INPUT, lambda: kubernetes.config.load_kube_config(str(tmp / "cfg"))
