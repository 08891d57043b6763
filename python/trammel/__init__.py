"""Trammel in Python: describe a mechanism in text or by calls; drag it, animate it, simulate it, and read the report.

>>> import trammel as tm
>>> document = tm.read('''
... primitive rod(l) begin
...   geometry: bar(l, 2cm, 1cm) where begin top: (-l / 2, 0); end;
...   dynamics: ;
... end
... world pendulum begin
...   components rod: rod(1m);
...   structure join rod to world with pin matching (top center) as hinge;
...   properties: (planar, gravity);
... end
... simulate pendulum begin time: (1ms, 2s); monitor: hinge.angle, energy; record: 10ms; end''')
>>> recording = document.model().simulate().run()
>>> recording["hinge.angle"].shape
(201,)

docs/python.md teaches it. Names follow from C: `tm_sim_hash` is `Sim.hash`.
"""
from ._api import (AssemblyInfo, AssemblyOutcome, BodyId, BodyInfo, Break, Constraint, Contact, ContactModel, Diag,
                   DiagnosisInfo, Domain, FeatureId, Force, ForcesInfo, ForcesOutcome, ImpactLaw, ImpactOrder, Input,
                   InputInfo, InputKind, Integrator, JointId, JointInfo, JointKind, Load, LoadKind, Mass, Method,
                   MobilityInfo, MonitorInfo, Move, NodeId, OfferKind, PlanMethod, PointOn, Pose, ProfileKind, Proof,
                   RatesInfo, RatesOutcome, RecordingInfo, RunKind, SeriesInfo, Severity, SimEvent, SimEventKind,
                   SimInfo, SimOutcome, SolveInfo, Status, Table, Verdict, Where, Without, WorldInfo, EditKind)
from ._core import ffi as _ffi
from ._core import lib as _lib
from ._core import text as _text
from .animations import Animation
from .batches import Runs, bits_hash, simulate_many, sweep
from .documents import Document, Edit, Offer, RunInfo, load, quantity, read
from .errors import (ArgumentError, BusyError, ClosedError, DefError, DefinitionWarning, Error, GeometryError, IdError,
                     LimitError, LossWarning, MemoryFullError, NotConvergedError, NotFiniteError, ProfileError,
                     ShapeError, SimulationError, SingularError, StaleError, TextError, UnsupportedError)
from .mechanisms import (Diagnosis, Forces, Joint, Mechanism, Modes, Plan, Rates, Sweep, angle, displacement, force,
                         max_roller, moment, position, proof_text, verdict_text)
from .models import Assembly, Mobility, Model, SpaceInput, SpacePlan
from .pictures import Picture
from .recordings import Recording
from .simulations import ControlCall, Sim

__version__ = _text(_lib.tm_version_text())

__all__ = [name for name in dir() if not name.startswith("_")]


def __getattr__(name: str) -> object:
    """`tm.gym` needs Gymnasium, which is loaded when it is asked for."""
    if name == "gym":
        from importlib import import_module

        return import_module(".gym", __name__)
    raise AttributeError(f"module 'trammel' has no attribute '{name}'")
