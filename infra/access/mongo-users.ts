import { type Service, services } from '@darsi/contracts/events/event.ts'

export const mongoRoles = (service: Service) => [{ role: 'readWrite', db: `darsi-${service}` }]

/**
 * Lines for mongosh, for an administrator of the server: a user per service, who may read and write its database
 * alone. They may run again: a user that exists gets the password and the roles of the line.
 */
export function mongoUsers(passwordOf: (service: Service) => string): string[] {
  return services.map((service) => {
    const user = JSON.stringify(service)
    const given = { pwd: passwordOf(service), roles: mongoRoles(service) }
    const change = JSON.stringify(given)
    const create = JSON.stringify({ user: service, ...given })
    return `{ const all = db.getSiblingDB('admin'); all.getUser(${user}) ? all.updateUser(${user}, ${change}) : all.createUser(${create}) }`
  })
}
