import { type Service, services } from '@darsi/contracts/reference/services.ts'

export const mongoRoles = (service: Service) => [{ role: 'readWrite', db: `darsi-${service}` }]

/**
 * Lines for mongosh, run by an administrator of the server: a user per service, with access to its own database only.
 * Repeatable: an existing user gets the password and roles of the line.
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
