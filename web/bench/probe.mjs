// probe.mjs: runs in the page, before its own scripts: times what the page does for the pointer and
// for frames, without a line of the page knowing. A frame's work is all that its listeners of pointer
// events and its frame callbacks took, solve and draw together.

/** Self-contained: Playwright sends its text to the page. */
export function probe() {
  const kinds = new Set(['pointerdown', 'pointermove', 'pointerup']);
  const wrapped = new WeakMap();
  const own = window.requestAnimationFrame.bind(window);
  const state = { work: 0, spent: [], frames: [], moves: 0, slowest: {}, usable: 0, running: false };
  let last = 0;
  let seen = 0;

  const timed = (kind, call) => {
    const start = performance.now();
    try {
      return call();
    } finally {
      const spent = performance.now() - start;
      state.work += spent;
      state.moves += kind === 'pointermove' ? 1 : 0;
      state.slowest[kind] = Math.max(state.slowest[kind] ?? 0, spent);
    }
  };

  const add = EventTarget.prototype.addEventListener;
  const remove = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.addEventListener = function addTimed(kind, listener, options) {
    if (!kinds.has(kind) || typeof listener !== 'function') {
      return add.call(this, kind, listener, options);
    }
    if (!wrapped.has(listener)) {
      wrapped.set(listener, function heard(event) {
        return timed(kind, () => listener.call(this, event));
      });
    }
    return add.call(this, kind, wrapped.get(listener), options);
  };
  EventTarget.prototype.removeEventListener = function removeTimed(kind, listener, options) {
    return remove.call(this, kind, wrapped.get(listener) ?? listener, options);
  };
  window.requestAnimationFrame = (callback) => own((time) => timed('frame', () => callback(time)));

  // A message comes after all callbacks of its frame: the frame's work is complete then.
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    if (state.running && state.moves > seen) {
      state.spent.push(state.work);
    }
    seen = state.moves;
    state.work = 0;
  };
  const everyFrame = (time) => {
    if (state.running && last > 0) {
      state.frames.push(time - last);
    }
    last = time;
    channel.port2.postMessage(0);
    own(everyFrame);
  };
  own(everyFrame);

  state.begin = () => Object.assign(state, { spent: [], frames: [], slowest: {}, running: true });
  state.end = () => {
    state.running = false;
    return { spent: state.spent, frames: state.frames, slowest: state.slowest };
  };
  window.__probe = state;

  // The page is usable when its App is there and a frame has been shown.
  let app;
  Object.defineProperty(window, '__trammel', {
    get: () => app,
    set: (made) => {
      app = made;
      own(() => own(() => (state.usable = performance.now())));
    },
  });
}
