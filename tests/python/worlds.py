"""worlds.py: the small worlds of these tests, and where the project's files are."""
from pathlib import Path

import trammel as tm

ROOT = Path(__file__).resolve().parent.parent.parent

PENDULUM = """
primitive rod(l) begin
  geometry: bar(l, 2cm, 1cm) where begin top: (-l / 2, 0); end;
  dynamics: ;
end
world pendulum begin
  components rod: rod(1m);
  structure join rod to world with pin matching (top center) as hinge;
  properties: (planar, gravity);
end
simulate pendulum begin time: (1ms, 2s); monitor: hinge.angle, energy, rod.velocity; record: 10ms; end
"""
# One torque is left to the program.
HOSTED = PENDULUM.replace("properties: (planar, gravity);",
                          "properties: (planar, gravity); control: torque of hinge = helper;")
PUSHED = """
primitive ball() begin geometry: sphere(10mm); dynamics: ; end
world pushed begin
  input push = 0N in -9N .. 9N;
  components b: ball(); structure place b by center at (0, 0);
  properties: planar;
  control: force of b = (push, 0N);
end
simulate pushed begin time: (1ms, 1s); monitor: b.velocity.x, b.center.x; record: 100ms; end
"""
STACK = """
primitive box() begin
  geometry: cuboid(0.1m, 0.1m, 0.1m); dynamics: ; interference: ; properties: (friction: 0.5);
end
primitive ground() begin geometry: cuboid(2m, 0.1m, 0.1m); interference: ; properties: (fixed, friction: 0.5); end
world stack begin
  components floor: ground(); a, b: box();
  structure begin
    place floor by center at (0, -50mm);
    place a by center at (0, 60mm);
    place b by center at (10mm, 180mm);
  end
  properties: (planar, gravity);
end
simulate stack begin time: (1ms, 500ms); monitor: b.center.y; record: 50ms; end
"""
SWING = """
primitive link(l) begin
  geometry: bar(l, 8mm, 3mm) where begin a: (-l / 2, 0); b: (l / 2, 0); end;
end
world four_bar begin
  components crank: link(1m); coupler: link(3.5m); rocker: link(3m);
  structure begin
    join crank to world with pin matching (a (0, 0)) as motor;
    join coupler to crank with pin matching (a b);
    join rocker to coupler with pin matching (b b);
    join rocker to world with pin matching (a (4m, 0));
  end
  properties: planar;
end
animate four_bar begin drive: motor.angle = 0deg .. 360deg in 37 frames; monitor: motor.angle; end
"""


def four_bar(a=1.0, b=3.5, c=3.0, d=4.0):
    """Crank a, coupler b, rocker c on a base d: the mechanism, its motor, and the pin of coupler and rocker."""
    m = tm.Mechanism()
    crank, coupler, rocker = (m.body_add(name=name, angle=1.0) for name in ("crank", "coupler", "rocker"))
    motor = m.joint_add_pin(m.ground, (0, 0), crank, (0, 0))
    m.joint_add_pin(crank, (a, 0), coupler, (0, 0))
    elbow = m.joint_add_pin(coupler, (b, 0), rocker, (c, 0))
    m.joint_add_pin(m.ground, (d, 0), rocker, (0, 0))
    return m, motor, elbow
