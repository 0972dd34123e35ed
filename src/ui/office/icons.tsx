import { type IconProps, LineIcon } from '../line-icon.tsx';

/** Icons that only the office uses, so that the shop does not load them. */

export const TodayIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
  </LineIcon>
);

export const SearchIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 5 5" />
  </LineIcon>
);

export const OrdersIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 7h16v3.2a1.8 1.8 0 0 0 0 3.6V17H4v-3.2a1.8 1.8 0 0 0 0-3.6ZM14 7v10" />
  </LineIcon>
);

export const DownloadIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M12 4v11M7.5 10.8 12 15.3l4.5-4.5M5 19.5h14" />
  </LineIcon>
);

export const TeamIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M3 19.5c.5-3.4 2.8-5 6-5s5.5 1.6 6 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.9c2 .6 3.2 2.1 3.5 4.6" />
  </LineIcon>
);

export const EyeIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6Z" />
    <circle cx="12" cy="12" r="2.8" />
  </LineIcon>
);

export const KeyIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="8" cy="14.5" r="4" />
    <path d="m11 11.5 8.5-8M16 6.5l2.5 2.5" />
  </LineIcon>
);

export const PhoneIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <rect x="7" y="3" width="10" height="18" rx="2.5" />
    <path d="M11 18h2" />
  </LineIcon>
);

export const ComputerIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <rect x="5" y="5" width="14" height="10" rx="1.5" />
    <path d="M2.5 19h19" />
  </LineIcon>
);

export const PlusIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M12 5v14M5 12h14" />
  </LineIcon>
);

export const WarningIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M12 4.5 20.5 19h-17Z" />
    <path d="M12 10.5v3.5M12 16.6v.2" />
  </LineIcon>
);

export const InboxIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 13 6.5 5h11L20 13v5.500a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1Z" />
    <path d="M4 13h4.500c0 2 1.500 3.200 3.500 3.200s3.500-1.200 3.500-3.200H20" />
  </LineIcon>
);

export const BankIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 9.500 12 5l8 4.500M5 19.500h14M6.500 10v6.500M12 10v6.500M17.500 10v6.500" />
  </LineIcon>
);

export const DocumentIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M6.500 3.500h7l4 4v13h-11Z" />
    <path d="M13.500 3.500v4h4M9.500 12h5M9.500 15.500h5" />
  </LineIcon>
);

export const ReportsIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 20h16M6.5 16.5v-5M12 16.5V5M17.5 16.5V9" />
  </LineIcon>
);

export const CalendarIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 6.5h16V20H4zM4 10.5h16M8 3.5v5M16 3.5v5" />
  </LineIcon>
);

/** Both arrows for a column that is not sorted, one for the direction of a column that is. */
export const SortIcon = ({ direction }: { direction: 'ascending' | 'descending' | 'none' }) => (
  <LineIcon size={14}>
    {direction !== 'descending' && <path d="m8 9 4-4 4 4" />}
    {direction !== 'ascending' && <path d="m8 15 4 4 4-4" />}
  </LineIcon>
);
