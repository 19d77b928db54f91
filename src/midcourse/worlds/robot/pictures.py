"""Pictures of the scene, drawn off-screen from the same joints with the arm's fine meshes."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from PIL import Image

from ...core.errors import TaskError
from .building import build
from .engine import DRAWS, Data, Model, mujoco
from .scene import Scene

Array = Any


class Studio:
    """Draws what a camera sees. Made when first used: its model takes longer to build than to use.

    All drawing is done by one thread of its own: what draws belongs to the thread that made it, and skills run in others.
    """

    def __init__(self, scene: Scene, width: int = 640, height: int = 480, *, smooth: bool = True) -> None:
        self._scene, self._size, self._smooth = scene, (height, width), smooth
        self._model: Model = None
        self._data: Data = None
        self._renderer: Any = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="midcourse-studio")

    def picture(self, data: Data, camera: str = "side") -> Array:
        """Colours, height x width x 3."""
        joints = data.qpos.copy()
        return self._thread.submit(lambda: self._at(joints, camera).render().copy()).result()

    def shot(self, data: Data, camera: str) -> tuple[Array, Array]:
        """(colours, metres from the camera's plane) of every pixel, both of the same moment."""
        return self._thread.submit(self._shot, data.qpos.copy(), camera).result()

    def _shot(self, joints: Array, camera: str) -> tuple[Array, Array]:
        renderer = self._at(joints, camera)
        colours = renderer.render().copy()
        renderer.enable_depth_rendering()
        try:
            return colours, renderer.render().copy()
        finally:
            renderer.disable_depth_rendering()

    def camera(self, name: str) -> tuple[Array, Array, float]:
        """(position, axes, height of the view in degrees) of a camera: what it was mounted with."""
        self._thread.submit(self._ready).result()
        id = self._model.camera(name).id
        return self._data.cam_xpos[id], self._data.cam_xmat[id].reshape(3, 3), float(self._model.cam_fovy[id])

    def _at(self, joints: Array, camera: str) -> Any:
        self._ready()
        self._data.qpos[:] = joints
        mujoco.mj_forward(self._model, self._data)
        self._renderer.update_scene(self._data, camera)
        self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 0
        return self._renderer

    def _ready(self) -> None:
        if not DRAWS:
            raise TaskError("pictures without a screen need EGL: apt install libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri")
        if self._renderer is None:
            self._model = build(self._scene, visual=True)
            if not self._smooth:
                self._model.vis.quality.offsamples = 0  # a third of the time, and no pixel is a mixture of two things
            self._data = mujoco.MjData(self._model)
            mujoco.mj_forward(self._model, self._data)
            self._renderer = mujoco.Renderer(self._model, *self._size)

    def close(self) -> None:
        """Give back what the drawing holds."""
        if self._renderer is not None:
            self._thread.submit(self._renderer.close).result()
            self._renderer = None
        self._thread.shutdown()


def png(picture: Array) -> bytes:
    """A picture as a PNG file."""
    out = io.BytesIO()
    Image.fromarray(picture).save(out, "PNG")
    return out.getvalue()


def animation(pictures: list[Array], seconds: float) -> bytes:
    """Pictures as a GIF that takes so many seconds."""
    out = io.BytesIO()
    frames = [Image.fromarray(p).resize((400, 300)) for p in pictures]
    pause = max(20, int(seconds * 1000 / max(1, len(frames))))
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=pause, loop=0)
    return out.getvalue()
