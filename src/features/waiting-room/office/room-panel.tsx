import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useChange } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { toast } from '#ui/toast.tsx';
import type { Tone } from '#ui/tone.ts';
import { nextCeiling } from '../domain/ceiling.ts';
import type { RoomStatus } from '../domain/room.ts';
import styles from './waiting-rooms.module.css';
import type { OfficeRoom } from './waiting-rooms-page.tsx';

const ChangeDialog = lazy(() => import('./change-dialog.tsx'));
const EndDialog = lazy(() => import('./end-dialog.tsx'));

const statusNames: Readonly<Record<RoomStatus, string>> = {
  standby: markedText('Standing by'),
  scheduled: markedText('Planned'),
  open: markedText('Open'),
  paused: markedText('Paused'),
  closed: markedText('Ended'),
};
const tones: Readonly<Record<RoomStatus, Tone>> = {
  standby: 'neutral',
  scheduled: 'info',
  open: 'ok',
  paused: 'warn',
  closed: 'neutral',
};

/** One room: its figures, and what can be done with it. */
export function RoomPanel({ room }: { room: OfficeRoom }) {
  const { text, translate } = useLanguage();
  const change = useChange();
  const [dialog, setDialog] = useState<'change' | 'end' | null>(null);
  const name = room.event_name ?? text('The whole shop');
  const close = () => setDialog(null);
  return (
    <Panel
      heading={name}
      note={<StatusChip tone={tones[room.status]}>{translate(statusNames[room.status])}</StatusChip>}
    >
      <div className={styles.body}>
        <p>
          <Situation room={room} />{' '}
          <a href={room.path} target="_blank" rel="noreferrer">
            {text('Open the customers’ page')}
          </a>
        </p>
        {change.failure !== null && (
          <Notice tone="bad" small role="status">
            {translate(change.failure)}
          </Notice>
        )}
        {room.status !== 'standby' && <RoomFigures room={room} />}
        <RoomActions room={room} name={name} change={change} onDialog={setDialog} />
      </div>
      <Suspense>
        {dialog === 'change' && <ChangeDialog room={room} name={name} onClose={close} />}
        {dialog === 'end' && <EndDialog room={room} name={name} onClose={close} />}
      </Suspense>
    </Panel>
  );
}

function Situation({ room }: { room: OfficeRoom }): ReactNode {
  const { text, textNodes } = useLanguage();
  if (room.status === 'standby')
    return text('Opens automatically when the shop is overloaded, and closes when that is over.');
  if (room.status === 'scheduled' && room.opens_at)
    return textNodes('Opens {when}. Everybody who comes earlier is drawn at random.', {
      when: <Moment at={room.opens_at} />,
    });
  if (room.status === 'paused') return text('Nobody is called. People who were called may still enter.');
  if (room.is_slowed) return text('The shop is under load, so fewer people are called for now.');
  return room.opened_at ? textNodes('Open since {when}.', { when: <Moment at={room.opened_at} /> }) : null;
}

function RoomFigures({ room }: { room: OfficeRoom }) {
  const { text } = useLanguage();
  const figures: readonly { name: string; value: ReactNode; of?: string }[] = [
    { name: text('Waiting'), value: room.waiting },
    { name: text('Let in so far'), value: room.entered },
    { name: text('Buying now'), value: room.inside, of: text('of {max} at most', { max: room.max_inside }) },
    {
      name: text('Called in the last minute'),
      value: room.called_lately,
      of: text('of {max} at most', { max: room.max_per_minute }),
    },
    { name: text('Came in during the last minute'), value: room.entered_lately },
    {
      name: text('Line ends around'),
      value: room.ends_at ? (
        <span className={styles.moment}>
          <Moment at={room.ends_at} />
        </span>
      ) : (
        '–'
      ),
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, of }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {of && <small>{of}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RoomActionsProps {
  room: OfficeRoom;
  name: string;
  change: ReturnType<typeof useChange>;
  onDialog: (dialog: 'change' | 'end') => void;
}

function RoomActions({ room, name, change: { running, run }, onDialog }: RoomActionsProps) {
  const { text } = useLanguage();
  const move = async (to: 'open' | 'paused', done: string) => {
    if (await run('waiting-room-move', { id: room.id, to })) toast(done);
  };
  const changePace = async (to: 'faster' | 'slower') => {
    const { id, max_inside, minutes_inside } = room;
    const max_per_minute = nextCeiling(room.max_per_minute, to);
    const was = { max_per_minute: room.max_per_minute, max_inside, minutes_inside };
    if (await run('waiting-room-change', { id, opens_at: '', max_per_minute, max_inside, minutes_inside, was }))
      toast(text('At most {count} people a minute are called.', { count: max_per_minute }));
  };
  const button = (label: string, onClick: () => void, isBusy = false) => (
    <Button kind="secondary" small busy={isBusy} aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
  const isMoving = running === 'waiting-room-move';
  const isPacing = running === 'waiting-room-change';
  return (
    <div className={styles.actions}>
      {(room.status === 'scheduled' || room.status === 'standby') &&
        button(text('Open now'), () => void move('open', text('The waiting room is open.')), isMoving)}
      {room.status === 'paused' &&
        button(text('Resume'), () => void move('open', text('The waiting room is open.')), isMoving)}
      {room.status === 'open' && (
        <>
          {button(text('Pause'), () => void move('paused', text('The waiting room is paused.')), isMoving)}
          {button(text('Slower'), () => void changePace('slower'), isPacing)}
          {button(text('Faster'), () => void changePace('faster'), isPacing)}
        </>
      )}
      {button(text('Change…'), () => onDialog('change'))}
      {button(text('End…'), () => onDialog('end'))}
    </div>
  );
}
