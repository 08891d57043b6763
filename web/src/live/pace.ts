// pace.ts: whether a simulation keeps up with the clock. A world that is too heavy runs slower, frame
// by frame as the worker answers, and the page says so.

/** How long it is looked at before anything is said [s]; what is below this part of what was asked for is slow. */
const WINDOW = 1.5;
const SLOW = 0.8;
/** A pause between frames that is longer is none of the simulation's: the page was hidden [s]. */
const HIDDEN = 1;

export class Pace {
  #clock = 0;
  #world = 0;
  #asked = 0;
  #last = 0;

  /** Simulated seconds per second; 0: as many as were asked for, or not known yet. */
  value = 0;

  /** Begins anew, at a time of the clock [s]. */
  begin(now: number): void {
    this.#clock = this.#world = this.#asked = 0;
    this.#last = now;
    this.value = 0;
  }

  /** A frame in which the world was asked to go on by so much [s], at a speed. True where `value` has changed. */
  add(now: number, by: number, speed: number): boolean {
    const before = this.value;
    const passed = now - this.#last;
    this.#last = now;
    if (passed > HIDDEN) {
      this.begin(now);
      return before !== this.value;
    }
    this.#clock += passed;
    this.#asked += passed * speed;
    this.#world += by;
    if (this.#clock >= WINDOW) {
      this.value = this.#world < SLOW * this.#asked ? this.#world / this.#clock : 0;
      this.#clock = this.#world = this.#asked = 0;
    }
    return before !== this.value;
  }
}
