import { freePorts } from './ports.ts'

export const services = ['auth', 'users', 'availability', 'classroom', 'admin', 'notifications'] as const
export const dashboards = ['student', 'teacher', 'parent', 'admin', 'super-admin'] as const
export const frontEnds = ['shell', ...dashboards] as const

export type ServiceName = (typeof services)[number]
export type FrontEnd = (typeof frontEnds)[number]
export type ServerPorts = Readonly<
  Record<'kafka' | 'kafkaController' | 'mongo' | 'redis' | 'smtp' | 'mailPage', number>
>
/** LiveKit's ports: signalling, media over TCP and UDP, and its TURN server. */
type MediaPorts = Readonly<Record<'media' | 'mediaTcp' | 'mediaUdp' | 'mediaTurn', number>>
type SitePorts = Readonly<Record<'gateway' | 'gatewayOps' | ServiceName | `front-${FrontEnd}`, number>>
export type Ports = ServerPorts & SitePorts & MediaPorts

export const defaultPorts: Ports = {
  gateway: 8080,
  gatewayOps: 9080,
  auth: 4001,
  users: 4002,
  availability: 4003,
  admin: 4004,
  notifications: 4005,
  classroom: 4006,
  'front-shell': 4100,
  'front-student': 4101,
  'front-teacher': 4102,
  'front-parent': 4103,
  'front-admin': 4104,
  'front-super-admin': 4105,
  kafka: 9092,
  kafkaController: 9093,
  mongo: 27017,
  redis: 6379,
  smtp: 1025,
  mailPage: 1080,
  media: 7880,
  mediaTcp: 7881,
  mediaUdp: 7882,
  mediaTurn: 3478,
}

/** The same table with free ports, for a second site. */
export async function somePorts(): Promise<Ports> {
  const names = Object.keys(defaultPorts)
  const free = await freePorts(names.length)
  // `as`: one port per name of defaultPorts
  return Object.fromEntries(names.map((name, index) => [name, free[index]])) as Ports
}
