interface Heading {
  readonly level: string;
  readonly start: number;
  /** After its end tag. */
  readonly end: number;
}

/**
 * Makes each question collapsible. The questions are the headings of the lowest level in use; the answer is everything
 * up to the next heading. Expects sanitised HTML. Returns it unchanged if it has fewer than two questions, the
 * operator's own `<details>`, or a question without an answer.
 */
export function foldedQuestions(html: string): string {
  const headings = topHeadings(html);
  const lowest = headings
    .map(({ level }) => level)
    .sort()
    .at(-1);
  const questions = headings.filter(({ level }) => level === lowest);
  const answerEnd = ({ start }: Heading) => headings.find((next) => next.start > start)?.start ?? html.length;
  const isAnswered = (question: Heading) => html.slice(question.end, answerEnd(question)).trim() !== '';
  if (questions.length < 2 || html.includes('<details') || !questions.every(isAnswered)) return html;
  let folded = '';
  let done = 0;
  for (const question of questions) {
    const end = answerEnd(question);
    const words = html.slice(question.start, question.end);
    const answer = html.slice(question.end, end);
    folded += `${html.slice(done, question.start)}<details><summary>${words}</summary>${answer}</details>`;
    done = end;
  }
  return folded + html.slice(done);
}

const WITHOUT_END = new Set(['br', 'hr']);

/** Returns the headings that are not inside another element. */
function topHeadings(html: string): Heading[] {
  const headings: Heading[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|[^">])*>/g)) {
    const [whole, slash, name = ''] = tag;
    if (WITHOUT_END.has(name)) continue;
    if (slash === '') {
      if (depth === 0) start = tag.index;
      depth += 1;
      continue;
    }
    depth -= 1;
    if (depth === 0 && /^h[2-6]$/.test(name)) headings.push({ level: name, start, end: tag.index + whole.length });
  }
  return headings;
}
