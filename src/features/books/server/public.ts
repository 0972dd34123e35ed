export { closedMonth, deleteFiles as deleteBooksFiles, partOf as partOfBooks } from './books-store.ts';
export { type CloseRefusal, closeMonth } from './close-month.ts';
export { makeBooks, makeBooksWork } from './make-books.ts';
export { addBooksCalls } from './office-books.ts';
