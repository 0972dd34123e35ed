export { type Announcements, announcedRooms } from './announced-rooms.ts';
export { addChallengePage, challengePage, challengeRefusal, solvedOf } from './challenge-page.ts';
export { createChallenges } from './challenges.ts';
export { type ClaimedEntry, lockNeededEntries } from './claim-entries.ts';
export { forgetRooms, forgetSpentChallenges } from './forget-rooms.ts';
export { type ListedRoom, listRooms } from './list-rooms.ts';
export { addWaitingRoomOfficeCalls } from './office-waiting-rooms.ts';
export { addWaitingPages } from './pages.ts';
export { createPlaces } from './places.ts';
export { entryRefusal } from './refusals.ts';
export { createRooms, type Rooms } from './rooms.ts';
export { addWaitingRoomCalls, placesLimit } from './routes.ts';
export {
  changeRoom,
  closeRoom,
  openRoomNow,
  pauseRoom,
  type RunRefusal,
  startRoom,
} from './run-rooms.ts';
export { type ShownPlace, type WaitingLook, waitingPage } from './waiting-page.ts';
export { createWaitingRoom, type NeededEntry, type PlaceView, type WaitingRoom } from './waiting-room.ts';
