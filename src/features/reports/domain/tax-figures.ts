/** The amounts of a document. */
export const TAX_FIGURES = ['net', 'tax', 'gross'] as const;
export type TaxFigureName = (typeof TAX_FIGURES)[number];
