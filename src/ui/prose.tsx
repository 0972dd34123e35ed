import { classNames } from './class-names.ts';

/** Shows the operator's HTML, which was sanitised on import. Never pass text from customers. */
export function Prose({ html, className, id }: { html: string; className?: string; id?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above.
  return <div id={id} className={classNames('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
