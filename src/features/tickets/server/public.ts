export { mailHoldersOfCancelled } from './cancelled-mails.ts';
export { renderTicketAttachment } from './download-ticket.ts';
export { linesWithOldHolders, wipeHoldersOfTickets } from './holder-store.ts';
export { awaitPaymentAgain, cancelItems, issueItems, issueItemsOf } from './issue-items.ts';
export { departuresOfTickets } from './issue-store.ts';
export {
  admittedCodes,
  codesToDownload,
  existingTickets,
  existingTicketsToEvent,
  merchandiseOfOrders,
  newestExistingTickets,
  openRefundOfOrder,
  orderHasActiveRefund,
  ticketsOfOrders,
  ticketsReassignedTo,
} from './issued-items.ts';
export {
  departuresOfItem,
  eventsByCode,
  type ListedTicket,
  type TravelItem,
  ticketsOfDeparture,
  ticketsOfEvent,
  travelItem,
} from './list-store.ts';
export { mailTicketsAgain } from './mail-tickets-again.ts';
export { addOfficeTicketCalls } from './office-tickets.ts';
export { addTicketPages } from './pages.ts';
export {
  ordersWithFormerHolder,
  type PersonTicket,
  ticketsOfPerson,
  wipeFormerHolder,
  wipeHolderOfTickets,
} from './person-store.ts';
export { moveItemsOfLines, revokeTicketsOfLines } from './refunded-items-store.ts';
export type { RevokedOnWire } from './revoked-list.ts';
export { addTicketCalls } from './routes.ts';
export { setTravelTime } from './set-travel-time.ts';
export { shopPicture } from './shop-pictures.ts';
export type { TicketPublicKey } from './ticket-keys.ts';
export { verifyTicketCode } from './ticket-signature.ts';
export { codesOfTickets, emailsOfTickets, issuedLines } from './ticket-store.ts';
export { attachedText, type MailedTickets, showTicketsButton, ticketsByMail } from './tickets-of-a-mail.ts';
