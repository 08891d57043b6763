// register.ts: makes a page that came from a server work without it from the second visit on. The
// other half is service.ts. A server on this machine is there whenever the page is: nothing is kept.
const THIS_MACHINE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Asks the browser to keep all files of the built page. It does so behind the page's back. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || THIS_MACHINE.test(location.hostname)) {
    return;
  }
  // Undefined where the browser does not trust the way to the server. Refusals cost nothing.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  workers?.register('./offline.js').catch(() => undefined);
}
