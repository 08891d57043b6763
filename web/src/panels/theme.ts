// theme.ts: the theme as an attribute of the page, from what is set and what the system prefers.
import type { App } from '../app';

export function mountTheme(app: App): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const refresh = () => {
    const { value } = app.ui.theme;
    document.documentElement.dataset['theme'] = value === 'auto' ? (dark.matches ? 'dark' : 'light') : value;
  };
  app.ui.theme.subscribe(refresh);
  dark.addEventListener('change', refresh);
  refresh();
}
