import { beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '#/testing/wait-for';
import { followLostFocus } from './lost-focus';

const scrolled = vi.fn<() => void>();

beforeEach(() => {
  document.body.innerHTML = `<main id="main" tabindex="-1"><h1>Buy</h1>
    <section id="panel"><h2>Pay</h2><button id="pay">Pay</button></section></main><button id="outside">Menu</button>`;
  Element.prototype.scrollIntoView = scrolled;
  scrolled.mockClear();
  const stop = followLostFocus();
  return () => stop();
});

const get = (id: string) => document.getElementById(id) as HTMLButtonElement;
const frames = () => waitFor(() => expect(document.activeElement).not.toBe(document.body));
const replace = (html: string) => {
  get('panel').outerHTML = html;
};
const declined = '<section><h2>Your card was declined</h2><p>Use another.</p></section>';

describe('a panel that replaces another', () => {
  it('has the focus on its message, in sight', async () => {
    get('pay').focus();
    replace(declined);
    await frames();
    expect(document.activeElement).toHaveTextContent('Your card was declined');
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  it('has it too where the control was busy before, or never had the focus', async () => {
    get('pay').focus();
    get('pay').disabled = true;
    get('pay').blur();
    await Promise.resolve();
    replace('<section id="panel"><p role="alert">The bank said no</p><button id="pay">Again</button></section>');
    await frames();
    expect(document.activeElement).toHaveTextContent('The bank said no');

    (document.activeElement as HTMLElement).blur();
    get('pay').click();
    replace(declined);
    await frames();
    expect(document.activeElement).toHaveTextContent('Your card was declined');
  });

  it('leaves the focus where its own code puts it', async () => {
    get('pay').focus();
    replace('<section><h2>Pay</h2><input id="field"></section>');
    get('field').focus();
    await frames();
    expect(document.activeElement).toBe(get('field'));
  });

  it('does not move who let go of the control before', async () => {
    get('pay').focus();
    get('pay').blur();
    await Promise.resolve();
    replace(declined);
    get('outside').focus();
    await frames();
    expect(document.activeElement).toBe(get('outside'));
  });
});

it('a control that is taken away leaves the focus at its heading, and the page where it is', async () => {
  get('pay').focus();
  get('pay').remove();
  await frames();
  expect(document.activeElement).toHaveTextContent('Pay');
  expect(scrolled).not.toHaveBeenCalled();
});

it('a dialog that closes over a page that became another leaves the focus at its heading, in sight', async () => {
  get('panel').innerHTML = '<h2>Pay</h2><p>Choose a card</p>';
  document.body.insertAdjacentHTML('beforeend', '<div id="dialog" role="dialog"><button id="back">Back</button></div>');
  get('back').focus();
  get('dialog').remove();
  await frames();
  expect(document.activeElement).toHaveTextContent('Pay');
  expect(scrolled).toHaveBeenCalledTimes(1);
});
