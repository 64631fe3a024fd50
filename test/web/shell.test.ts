import { describePages, overflowOf, violationsOf } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';

const PAGES = ['Scan', 'Compare', 'Basket', 'Calendar', 'Daily pick', 'Markets', 'Method'];

describePages('the pages', { now: '2024-06-28T15:00:00Z' }, (pages) => {
  test('are reached by links and the back button, each with its title', async () => {
    // No pick was made yet, which is a 404 with a page of its own.
    const page = await pages.open('/', { expected: /404/ });
    for (const name of PAGES) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await becomes(() => page.title(), `${name} · Perennial`);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
  });

  test('say at an unknown address that there is no such page', async () => {
    const page = await pages.open('/nowhere/%E0%A4%A', { expected: /404/ });
    await page.getByRole('heading', { name: 'No such page' }).waitFor();
  });

  test.each([
    [360, false],
    [1600, true],
  ])('fit a window %i wide, dark: %s, and axe finds nothing', async (width, dark) => {
    const page = await pages.open('/method', { width, dark });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('work without a mouse: the skip link, and the menu in a narrow window', async () => {
    const page = await pages.open('/method', { width: 360 });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('To the content');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await becomes(() => menu.getAttribute('aria-expanded'), 'true');
    await page.getByRole('link', { name: 'Markets' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
    await becomes(() => menu.getAttribute('aria-expanded'), 'false');
  });

  test('keep the colours that were chosen', async () => {
    const page = await pages.open('/method');
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    await page.getByRole('button', { name: /Colours/ }).click();
    await becomes(theme, 'light');
    await page.getByRole('button', { name: /Colours/ }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor();
    await becomes(theme, 'dark');
  });
});
