export const services = ['auth', 'users', 'availability', 'classroom', 'admin', 'notifications'] as const
export type Service = (typeof services)[number]
