"""Numbers and bodies: numpy, scipy, mujoco."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from .common import Case, suite
from .labels import (
    BAD_INDEX,
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    DENIED,
    EXHAUSTED,
    MISSING,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_NAME,
    UNSOLVABLE,
    Labels,
)


@suite("numpy", "numpy")
def numpy_cases(tmp: Path) -> Iterator[Case]:
    import numpy as np

    one = np.ones((3, 3))
    shape = BAD_VALUE
    yield "solve", UNSOLVABLE, lambda: np.linalg.inv(one)
    yield "solve", shape, lambda: np.linalg.inv(np.ones((2, 3)))
    yield "solve", UNSOLVABLE, lambda: np.linalg.cholesky(-one)
    yield "solve", UNSOLVABLE, lambda: np.linalg.svd(np.full((2, 2), np.nan))
    yield "solve", BAD_VALUE, lambda: np.linalg.eigvals(np.full((2, 2), np.inf))
    yield "compute", shape, lambda: one @ np.ones(4)
    yield "compute", shape, lambda: one + np.ones(4)
    yield "compute", shape, lambda: one.reshape(2, 5)
    yield "compute", shape, lambda: np.concatenate([one, np.ones(3)])
    yield "compute", BAD_INDEX, lambda: one[5]
    yield "compute", BAD_INDEX, lambda: one[0, 0, 0]
    yield "compute", BAD_INDEX, lambda: one["x"]  # pyright: ignore[reportCallIssue, reportArgumentType]  # the mistake is the case
    yield "compute", BAD_INPUT, lambda: one.sum(axis=7)
    yield "compute", BAD_VALUE, lambda: np.array([[1, 2], [3]], float)
    yield "compute", BAD_VALUE, lambda: np.array(["a"], float)
    yield "compute", BAD_TYPE, lambda: np.dtype("frob")
    yield "compute", BAD_TYPE, lambda: np.add("a", 1)
    yield "compute", BAD_VALUE, lambda: bool(one)
    yield "compute", EXHAUSTED, lambda: np.zeros((10**7, 10**7))
    yield "load", MISSING, lambda: np.load(tmp / "gone.npy")
    (tmp / "bad.npy").write_text("nonsense")
    yield "load", BAD_VALUE, lambda: np.load(tmp / "bad.npy")
    yield "compute", UNKNOWN_ATTRIBUTE, lambda: np.frobnicate  # pyright: ignore[reportAttributeAccessIssue]  # the mistake is the case
    yield "write", DENIED, lambda: np.broadcast_to(1.0, 3).__setitem__(0, 2)


@suite("scipy", "scipy")
def scipy_cases(tmp: Path) -> Iterator[Case]:
    import numpy as np
    from scipy import integrate, interpolate, linalg, optimize, sparse, spatial
    from scipy.spatial.transform import Rotation

    yield "solve", UNSOLVABLE, lambda: linalg.solve(np.ones((2, 2)), [1, 2])
    yield "solve", UNSOLVABLE, lambda: linalg.cho_factor(-np.eye(2))
    yield "solve", BAD_VALUE, lambda: linalg.solve(np.eye(2), [1, 2, 3])
    yield "solve", BAD_VALUE, lambda: linalg.inv([[np.nan, 1], [1, 1]])
    yield "solve", BAD_VALUE, lambda: linalg.inv(np.ones((2, 3)))
    yield "find_root", BAD_VALUE, lambda: optimize.brentq(lambda x: x * x + 1, 0, 1)
    yield "find_root", UNSOLVABLE, lambda: optimize.newton(lambda x: x * x + 1, 0.3, maxiter=5)
    yield "fit", UNSOLVABLE, lambda: optimize.curve_fit(lambda x, a: np.sin(a * x) * 1e9, [1, 2], [1, 2], maxfev=1)
    yield "fit", BAD_TYPE, lambda: optimize.curve_fit(lambda x, a, b, c: a * x, [1, 2], [1, 2])
    yield "minimize", UNKNOWN_NAME, lambda: optimize.minimize(abs, 0, method="frob")
    yield "plan", BAD_VALUE, lambda: optimize.linprog([1, 2], A_ub=[[1]], b_ub=[1])
    yield "plan", UNSOLVABLE, lambda: optimize.linear_sum_assignment([[np.inf, np.inf], [1, 2]])
    yield "interpolate", BAD_VALUE, lambda: interpolate.interp1d([1, 2], [1, 2])(5)
    yield "interpolate", BAD_VALUE, lambda: interpolate.CubicSpline([2, 1], [1, 2])
    yield "integrate", UNKNOWN_NAME, lambda: integrate.solve_ivp(lambda t, y: y, (0, 1), [1], method="frob")
    yield "rotate", BAD_VALUE, lambda: Rotation.from_quat([0, 0, 0, 0])
    yield "rotate", BAD_VALUE, lambda: Rotation.from_euler("abc", [1, 2, 3])
    yield "hull", UNSOLVABLE, lambda: spatial.ConvexHull([[0, 0], [1, 1], [2, 2]])
    yield "solve", UNSOLVABLE, lambda: sparse.linalg.splu(sparse.csc_matrix((2, 2)))
    yield "multiply", BAD_VALUE, lambda: sparse.eye(2) @ np.ones(3)


ARM = """<mujoco><worldbody><body name="arm"><joint name="hinge" type="hinge"/><geom name="link" size=".1"/></body></worldbody>
<actuator><motor name="motor" joint="hinge"/></actuator></mujoco>"""


@suite("mujoco", "mujoco")
def mujoco_cases(tmp: Path) -> Iterator[Case]:
    import numpy as np

    mujoco: Any = import_module("mujoco")  # compiled, without types

    load = mujoco.MjModel.from_xml_string
    model = load(ARM)
    data = mujoco.MjData(model)
    body = "<mujoco><worldbody><body>{}</body></worldbody>{}</mujoco>"
    for labels, xml in (
        (BAD_SYNTAX, "<mujoco><worldbody>"),
        (BAD_SYNTAX, "not xml"),
        (UNKNOWN_NAME, "<mujoco><frob/></mujoco>"),
        (UNKNOWN_NAME, body.format('<geom size=".1" colour="red"/>', "")),
        (BAD_INPUT, body.format('<joint type="hinge"/>', "")),
        (BAD_INPUT, body.format("<geom/>", "")),
        (BAD_INPUT, body.format('<geom size="a b"/>', "")),
        (BAD_INPUT, body.format('<geom type="frob" size=".1"/>', "")),
        (UNKNOWN_NAME, body.format('<geom size=".1"/>', '<actuator><motor joint="elbow"/></actuator>')),
        (BAD_INPUT, body.format('<geom name="a" size=".1"/><geom name="a" size=".1"/>', "")),
        (MISSING, body.format('<geom type="mesh" mesh="m"/>', '<asset><mesh name="m" file="gone.stl"/></asset>')),
        (UNKNOWN_NAME, body.format('<geom size=".1" material="steel"/>', "")),
        (UNKNOWN_NAME, body.format('<geom size=".1"/>', '<sensor><jointpos joint="x"/></sensor>')),
    ):
        yield "load_model", labels, partial(load, xml)
    yield "load_model", MISSING, lambda: mujoco.MjModel.from_xml_path(str(tmp / "gone.xml"))
    yield "load_model", BAD_INPUT, lambda: mujoco.MjModel.from_binary_path(str(tmp))
    unknown = Labels("underspecified", "validation", "key_error")
    yield "move_arm", unknown, lambda: data.joint("elbow")
    yield "move_arm", unknown, lambda: model.body("gripper")
    yield "move_arm", unknown, lambda: data.actuator("claw")
    yield "move_arm", BAD_INDEX, lambda: data.ctrl.__setitem__(5, 1.0)
    yield "move_arm", BAD_INDEX, lambda: data.body(99)
    yield "move_arm", BAD_VALUE, lambda: data.ctrl.__setitem__(slice(None), [1, 2, 3])
    yield "move_arm", BAD_TYPE, lambda: mujoco.mj_step(model)
    yield "move_arm", BAD_TYPE, lambda: mujoco.mj_step(data, model)
    yield "move_arm", BAD_TYPE, lambda: mujoco.mj_jacBody(model, data, np.zeros((3, 5)), None, 1)
    yield "move_arm", UNKNOWN_ATTRIBUTE, lambda: data.torque
    yield "move_arm", BAD_VALUE, lambda: data.joint("hinge").qpos.__setitem__(0, "far")
    yield "reset", BAD_TYPE, lambda: mujoco.mj_resetDataKeyframe(model, data, 3.5)
    yield "render", BAD_VALUE, lambda: mujoco.Renderer(model, 5000, 5000)
    yield "read_state", BAD_TYPE, lambda: mujoco.mj_getState(model, data, np.zeros(2), mujoco.mjtState.mjSTATE_QPOS)
    yield "invert", BAD_TYPE, lambda: mujoco.mju_mulMatVec(np.zeros(2), np.zeros((3, 3)), np.zeros(3))
