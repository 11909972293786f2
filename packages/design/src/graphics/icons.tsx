import { Icon, type IconComponent } from './icon-frame.tsx'

export type { IconComponent } from './icon-frame.tsx'

export const HomeIcon: IconComponent = (props) => (
  <Icon {...props} d="M4 10.5 12 4l8 6.5V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19zM9.5 20.5v-6h5v6" />
)
export const SearchIcon: IconComponent = (props) => (
  <Icon {...props} d="m15.5 15.5 5 5">
    <circle cx="10.5" cy="10.5" r="6.5" />
  </Icon>
)
export const CalendarIcon: IconComponent = (props) => (
  <Icon {...props} d="M3.5 10h17M8 3v4M16 3v4">
    <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
  </Icon>
)
export const CalendarCheckIcon: IconComponent = (props) => (
  <Icon {...props} d="M3.5 10h17M8 3v4M16 3v4m-7.25 8.25 2.25 2.25 4.25-4.5">
    <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
  </Icon>
)
export const ClockIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 7v5.25l3.25 2">
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)
export const UserIcon: IconComponent = (props) => (
  <Icon {...props} d="M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6">
    <circle cx="12" cy="8" r="4" />
  </Icon>
)
export const UsersIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M2.5 20c.5-3.6 3-5.5 6.5-5.5s6 1.9 6.5 5.5M15.5 5.25a3.5 3.5 0 0 1 0 6.5M17.5 14.8c2.3.6 3.7 2.4 4 5.2"
  >
    <circle cx="9" cy="8.5" r="3.5" />
  </Icon>
)
export const UserPlusIcon: IconComponent = (props) => (
  <Icon {...props} d="M2.5 20.5c.6-4 3.6-6 7.5-6 1.7 0 3.2.4 4.4 1.1M18.5 14.5v6M15.5 17.5h6">
    <circle cx="10" cy="8" r="4" />
  </Icon>
)
export const ChildIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M9 10.5v.5M15 10.5v.5M8.5 14.5c1 1.3 2.1 1.9 3.5 1.9s2.5-.6 3.5-1.9M12 3.5c1.2.3 1.9 1.1 1.9 2 0 .9-.7 1.5-1.6 1.5"
  >
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)
export const ShieldIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 3.5 5 6v5.5c0 4.3 2.8 7.4 7 9 4.2-1.6 7-4.7 7-9V6z" />
)
export const ShieldCheckIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 3.5 5 6v5.5c0 4.3 2.8 7.4 7 9 4.2-1.6 7-4.7 7-9V6zM9 12l2.25 2.25L15.25 10" />
)
export const BellIcon: IconComponent = (props) => (
  <Icon {...props} d="M6.5 10a5.5 5.5 0 0 1 11 0c0 5 2 6.5 2 6.5h-15s2-1.5 2-6.5M10 19.5a2.2 2.2 0 0 0 4 0" />
)
export const MessageIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M5.5 4.5h13a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H12L7 20.5v-4H5.5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM8 9h8M8 12.5h5"
  />
)
export const SendIcon: IconComponent = (props) => (
  <Icon {...props} mirrored d="M20.5 3.5 10 14M20.5 3.5l-6.5 17-4-6.5-6.5-4z" />
)
export const StarIcon: IconComponent = (props) => (
  <Icon {...props} d="m12 3.75 2.55 5.25 5.7.8-4.15 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.15-4 5.7-.8z" />
)
export const StarFilledIcon: IconComponent = (props) => (
  <Icon {...props}>
    <path
      fill="currentColor"
      d="m12 3.75 2.55 5.25 5.7.8-4.15 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.15-4 5.7-.8z"
    />
  </Icon>
)
export const HeartIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M12 20s-8-4.7-8-10.5C4 6.7 6 5 8.2 5c1.6 0 3 .8 3.8 2.3C12.8 5.8 14.2 5 15.8 5 18 5 20 6.7 20 9.5 20 15.3 12 20 12 20z"
  />
)
export const HeartFilledIcon: IconComponent = (props) => (
  <Icon {...props}>
    <path
      fill="currentColor"
      d="M12 20s-8-4.7-8-10.5C4 6.7 6 5 8.2 5c1.6 0 3 .8 3.8 2.3C12.8 5.8 14.2 5 15.8 5 18 5 20 6.7 20 9.5 20 15.3 12 20 12 20z"
    />
  </Icon>
)
export const CheckIcon: IconComponent = (props) => <Icon {...props} d="m4.5 12.5 5 5 10-11" />
export const CheckCircleIcon: IconComponent = (props) => (
  <Icon {...props} d="m8.25 12.25 2.6 2.6 5-5.5">
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)
export const CloseIcon: IconComponent = (props) => <Icon {...props} d="m6 6 12 12M18 6 6 18" />
export const PlusIcon: IconComponent = (props) => <Icon {...props} d="M12 5v14M5 12h14" />
export const ChevronDownIcon: IconComponent = (props) => <Icon {...props} d="m6 9.5 6 6 6-6" />
export const ChevronUpIcon: IconComponent = (props) => <Icon {...props} d="m6 14.5 6-6 6 6" />
/** Points in the reading direction: right in Latin, left in Arabic. */
export const ArrowEndIcon: IconComponent = (props) => (
  <Icon {...props} mirrored d="M4.5 12h15M13.5 6l6 6-6 6" />
)
export const ArrowStartIcon: IconComponent = (props) => (
  <Icon {...props} mirrored d="M19.5 12h-15M10.5 6l-6 6 6 6" />
)
export const SortIcon: IconComponent = (props) => <Icon {...props} d="m8 9.5 4-4 4 4M8 14.5l4 4 4-4" />
export const MailIcon: IconComponent = (props) => (
  <Icon {...props} d="m4 7 8 6 8-6">
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
  </Icon>
)
export const PhoneIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M8.5 4 10 8.25 7.9 9.9a12 12 0 0 0 6.2 6.2l1.65-2.1L20 15.5v3a2 2 0 0 1-2 2A14.5 14.5 0 0 1 3.5 6a2 2 0 0 1 2-2z"
  />
)
export const MapPinIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11z">
    <circle cx="12" cy="10" r="2.25" />
  </Icon>
)
export const BookIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M12 6.5C10 5 7.5 4.5 3.5 4.5v13.5c4 0 6.5.5 8.5 2 2-1.5 4.5-2 8.5-2V4.5c-4 0-6.5.5-8.5 2zM12 6.5V20"
  />
)
export const GraduationIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="m2.5 9.5 9.5-4.5 9.5 4.5L12 14zM6.5 11.5V16c1.5 1.5 3.3 2.25 5.5 2.25S16 17.5 17.5 16v-4.5M21.5 9.5V15"
  />
)
export const BriefcaseIcon: IconComponent = (props) => (
  <Icon {...props} d="M9 7.5V5.5A1.5 1.5 0 0 1 10.5 4h3A1.5 1.5 0 0 1 15 5.5v2M3.5 12.5c5 2 12 2 17 0">
    <rect x="3.5" y="7.5" width="17" height="12" rx="2" />
  </Icon>
)
export const LogoutIcon: IconComponent = (props) => (
  <Icon
    {...props}
    mirrored
    d="M10 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h4M9.5 12h11M16.5 8l4 4-4 4"
  />
)
export const SettingsIcon: IconComponent = (props) => (
  <Icon {...props} d="M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5">
    <circle cx="15" cy="7" r="2" />
    <circle cx="9" cy="12" r="2" />
    <circle cx="13" cy="17" r="2" />
  </Icon>
)
export const EyeIcon: IconComponent = (props) => (
  <Icon {...props} d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12z">
    <circle cx="12" cy="12" r="2.75" />
  </Icon>
)
export const EyeOffIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M6.3 6.8C3.8 8.6 2.5 12 2.5 12s3.5 6.5 9.5 6.5c2.1 0 3.9-.8 5.3-1.8M10 5.7c.6-.1 1.3-.2 2-.2 6 0 9.5 6.5 9.5 6.5s-.7 1.4-2.1 2.9M10 10.2a2.75 2.75 0 0 0 3.8 3.9M4 4l16 16"
  />
)
export const AlertIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 4 2.75 19.5h18.5zM12 10v4.25M12 17v.25" />
)
export const AlertCircleIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 7.5v5.25M12 16v.25">
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)
export const InfoIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 11v5.5M12 7.75V8">
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)
export const HelpIcon: IconComponent = (props) => (
  <Icon {...props} d="M9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.8M12 16.25v.25">
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)
export const DownloadIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 4v11M7 10.5l5 5 5-5M4.5 20h15" />
)
export const TrashIcon: IconComponent = (props) => (
  <Icon {...props} d="M4 6.5h16M9 6.5V4.5h6v2M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6" />
)
export const EditIcon: IconComponent = (props) => (
  <Icon {...props} d="M4 20v-4L15.5 4.5a1.8 1.8 0 0 1 2.5 0L19.5 6a1.8 1.8 0 0 1 0 2.5L8 20zM13.5 6.5l4 4" />
)
export const CopyIcon: IconComponent = (props) => (
  <Icon {...props} d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3">
    <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
  </Icon>
)
export const GlobeIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M3.5 12h17M12 3.5c2.5 2.4 3.5 5.2 3.5 8.5s-1 6.1-3.5 8.5c-2.5-2.4-3.5-5.2-3.5-8.5s1-6.1 3.5-8.5z"
  >
    <circle cx="12" cy="12" r="8.5" />
  </Icon>
)
export const SunIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"
  >
    <circle cx="12" cy="12" r="4" />
  </Icon>
)
export const MoonIcon: IconComponent = (props) => (
  <Icon {...props} d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
)
export const MonitorIcon: IconComponent = (props) => (
  <Icon {...props} d="M12 16.5v4M8 20.5h8">
    <rect x="3" y="4.5" width="18" height="12" rx="2" />
  </Icon>
)
export const MenuIcon: IconComponent = (props) => <Icon {...props} d="M4 7h16M4 12h16M4 17h16" />
/** A window with a sidebar. */
export const PanelIcon: IconComponent = (props) => (
  <Icon {...props} d="M9.5 4.5v15m7-10-2.5 2.5 2.5 2.5">
    <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
  </Icon>
)
export const MoreIcon: IconComponent = (props) => (
  <Icon {...props}>
    <path strokeWidth="2.5" d="M5 12h.01M12 12h.01M19 12h.01" />
  </Icon>
)
export const VideoIcon: IconComponent = (props) => (
  <Icon {...props} mirrored d="m15.5 11 6-3.5v9l-6-3.5">
    <rect x="2.5" y="6" width="13" height="12" rx="2" />
  </Icon>
)
export const LockIcon: IconComponent = (props) => (
  <Icon {...props} d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2">
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
  </Icon>
)
export const KeyIcon: IconComponent = (props) => (
  <Icon {...props} d="M11.25 12.25 20 3.5M16 7.5l3 3M13.5 10l2 2">
    <circle cx="8" cy="15.5" r="4.5" />
  </Icon>
)
export const RefreshIcon: IconComponent = (props) => (
  <Icon {...props} d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.3M19.5 4v5h-5" />
)
export const ChartIcon: IconComponent = (props) => (
  <Icon {...props} d="M4 4v16h16M8.5 16v-4M13 16V8M17.5 16v-6" />
)
export const TrendIcon: IconComponent = (props) => (
  <Icon {...props} mirrored d="m3.5 17 6-6 4 4 7-8M15.5 7h5v5" />
)
export const FlagIcon: IconComponent = (props) => (
  <Icon {...props} mirrored d="M5 21V4.5M5 5c5-2.5 8 2 14 0v9c-6 2-9-2.5-14 0" />
)
export const HandshakeIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M9.5 15.5a5 5 0 0 1-7-7l2.5-2.5a5 5 0 0 1 7 0M14.5 8.5a5 5 0 0 1 7 7L19 18a5 5 0 0 1-7 0M8.5 15.5l7-7"
  />
)
export const CoinsIcon: IconComponent = (props) => (
  <Icon {...props} d="M3.5 7.5v5c0 1.7 2.7 3 6 3M15.5 7.5v2M8.5 14.5v4c0 1.7 2.7 3 6 3s6-1.3 6-3v-5.5">
    <ellipse cx="9.5" cy="7.5" rx="6" ry="3" />
    <ellipse cx="14.5" cy="13" rx="6" ry="3" />
  </Icon>
)
export const ServerIcon: IconComponent = (props) => (
  <Icon {...props} d="M8 7.5h.01M8 16.5h.01M12 7.5h4M12 16.5h4">
    <rect x="4" y="4" width="16" height="7" rx="1.5" />
    <rect x="4" y="13" width="16" height="7" rx="1.5" />
  </Icon>
)
export const DatabaseIcon: IconComponent = (props) => (
  <Icon {...props} d="M4.5 6v12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3V6M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3">
    <ellipse cx="12" cy="6" rx="7.5" ry="3" />
  </Icon>
)
export const PaperclipIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="m19.5 11.5-7.6 7.6a4.6 4.6 0 0 1-6.5-6.5l7.9-7.9a3.1 3.1 0 0 1 4.4 4.4l-7.9 7.9a1.55 1.55 0 0 1-2.2-2.2l7.2-7.2"
  />
)
export const FileIcon: IconComponent = (props) => (
  <Icon {...props} d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6.5M9 16h4.5" />
)
export const LightbulbIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M9 16.5c0-1.5-2.75-3-2.75-6.75a5.75 5.75 0 0 1 11.5 0c0 3.75-2.75 5.25-2.75 6.75zM9.5 20.5h5"
  />
)
export const FlameIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2 .8-3.5 2-4.5.3 1.5 1 2.3 2 2.5C10 9 10 6 12 3z"
  />
)
export const WifiOffIcon: IconComponent = (props) => (
  <Icon
    {...props}
    d="M4 4l16 16M2.5 9.5c1.3-1.2 2.8-2.1 4.4-2.7M21.5 9.5a14 14 0 0 0-10.3-3.7M6 13.5a9 9 0 0 1 4.5-2.3M18 13.5c-.7-.7-1.5-1.2-2.4-1.6M9.5 16.7a4 4 0 0 1 5 0M12 20v.01"
  />
)
