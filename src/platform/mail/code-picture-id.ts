/** Names the mail's picture number `index`, as in `<img src="cid:...">`. */
export const codePictureId = (index: number): string => `code-${index + 1}`;
