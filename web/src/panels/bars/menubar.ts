// menubar.ts: File, Edit, View … as the ARIA menu bar pattern has it; on small screens one button
// that opens them one after the other.
import type { App } from '../../app';
import { el } from '../widgets/dom';
import { icon } from '../widgets/icons';
import { closeMenu, openMenu } from '../widgets/menu';
import { menuItem, menuSections, menus, type Menu } from './menus';
import { rove, roveTarget } from '../widgets/roving';

export function makeMenubar(app: App): HTMLElement {
  const bar = el('div', { class: 'menubar', role: 'menubar', 'aria-label': 'Menus' });
  const buttons = menus.map((menu) =>
    el('button', { type: 'button', class: 'menubar-item', role: 'menuitem', 'aria-haspopup': 'menu', 'aria-expanded': 'false', tabindex: -1 }, menu.label),
  );
  let shown = -1;
  let byKey = false;
  /** Who had the focus before the menus: it goes back there, so that keys mean what they meant. */
  let before: HTMLElement = app.stageElement;

  const show = (index: number) => {
    const active = document.activeElement;
    // From one menu to the next it stays as it was.
    byKey = active?.closest('.menu') ? byKey : bar.contains(active);
    if (active instanceof HTMLElement && active !== document.body && !active.closest('.menubar, .menu')) {
      before = active;
    }
    const at = (index + menus.length) % menus.length;
    const button = buttons[at] as HTMLButtonElement;
    const menu = menus[at] as Menu;
    const { left, bottom, top } = button.getBoundingClientRect();
    openMenu(menuSections(app, menu), {
      label: menu.label,
      x: left,
      y: bottom + 4,
      above: top,
      returnTo: byKey ? button : before,
      performTo: before,
      onSide: (step) => show(at + step),
      onClose: () => {
        button.setAttribute('aria-expanded', 'false');
        shown = -1;
      },
    });
    shown = at;
    button.setAttribute('aria-expanded', 'true');
  };

  buttons.forEach((button, index) => {
    button.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const wasShown = shown === index;
      closeMenu();
      if (!wasShown) {
        show(index);
      }
    });
    button.addEventListener('click', (event) => {
      if (event.detail === 0) {
        show(index);
      }
    });
    button.addEventListener('pointerenter', () => {
      if (shown >= 0 && shown !== index) {
        show(index);
      }
    });
    button.addEventListener('keydown', (event) => {
      const to = roveTarget(event.key, index, buttons.length, 'row');
      if (event.key === 'ArrowDown') {
        show(index);
      } else if (to >= 0) {
        buttons.forEach((one, at) => (one.tabIndex = at === to ? 0 : -1));
        buttons[to]?.focus();
      } else {
        return;
      }
      event.preventDefault();
    });
  });
  bar.append(...buttons);
  rove(bar, '.menubar-item');
  (buttons[0] as HTMLElement).tabIndex = 0;
  return bar;
}

/** For small screens: all menus in one. */
export function makeMenuButton(app: App): HTMLElement {
  const button = el('button', { type: 'button', class: 'button menu-button', 'aria-label': 'Menu', 'aria-haspopup': 'menu' }, icon('menu'));
  const showMenu = (menu: Menu) => {
    const { left, bottom } = button.getBoundingClientRect();
    openMenu(menuSections(app, menu), { label: menu.label, x: left, y: bottom + 4, returnTo: app.stageElement });
  };
  button.addEventListener('click', () => {
    const { left, bottom } = button.getBoundingClientRect();
    const palette = app.actions.get('help.palette');
    openMenu(
      [menus.map((menu) => ({ label: menu.label, perform: () => showMenu(menu) })), palette ? [menuItem(app, palette)] : []],
      { label: 'Menu', x: left, y: bottom + 4, returnTo: button, performTo: app.stageElement },
    );
  });
  return button;
}
