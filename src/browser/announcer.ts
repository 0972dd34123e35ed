export type Urgency = 'polite' | 'assertive';

/** How long a message stays in its region, in milliseconds. */
const SPOKEN_MS = 1000;
/** The pause between two messages, in milliseconds. */
const SILENCE_MS = 150;

interface Message {
  text: string;
  urgency: Urgency;
}

/** Writes one message at a time; assertive messages overtake waiting polite ones. */
export function createAnnouncer(write: (urgency: Urgency, text: string) => void) {
  const waiting: Message[] = [];
  let busy = false;

  const next = (): void => {
    const message = waiting.shift();
    busy = message !== undefined;
    if (!message) return;
    write(message.urgency, message.text);
    setTimeout(() => {
      write(message.urgency, '');
      setTimeout(next, SILENCE_MS);
    }, SPOKEN_MS);
  };

  return (text: string, urgency: Urgency = 'polite'): void => {
    if (text === '' || waiting.some((message) => message.text === text)) return;
    const place = urgency === 'assertive' ? waiting.findIndex((other) => other.urgency === 'polite') : -1;
    waiting.splice(place === -1 ? waiting.length : place, 0, { text, urgency });
    // Messages are written in a separate task, so that changes of the page in the current task are read first.
    if (!busy) {
      busy = true;
      setTimeout(next, 0);
    }
  };
}

const regions: Partial<Record<Urgency, HTMLElement>> = {};

export const setRegion = (urgency: Urgency, region: HTMLElement | null): void => {
  if (region) regions[urgency] = region;
  else delete regions[urgency];
};

/** Announces a text to assistive technology once. The text must also be somewhere on the page. */
export const announce = createAnnouncer((urgency, text) => {
  const region = regions[urgency];
  if (region) region.textContent = text;
});
