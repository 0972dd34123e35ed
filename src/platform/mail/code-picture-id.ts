/** Names picture number `index` of a mail, as in `<img src="cid:...">`. */
export const codePictureId = (index: number): string => `code-${index + 1}`;
