// For mongosh inside the container, where MongoDB allows the first user to be created without a login.
const address = require('node:fs').readFileSync('/run/secrets/mongo_url_operator', 'utf8')
const [, user, pwd] = /:\/\/(\w+):(\w+)@/.exec(address)
const admin = db.getSiblingDB('admin')

if (!isIn()) {
  const members = [{ _id: 0, host: 'mongo:27017' }]
  if (!db.hello().setName) rs.initiate({ _id: 'rs0', members })
  while (!db.hello().isWritablePrimary) sleep(200)
  // what `mongorestore --oplogReplay` asks for, and root does not contain
  const privileges = [{ resource: { anyResource: true }, actions: ['anyAction'] }]
  admin.createRole({ role: 'replay', privileges, roles: [] })
  admin.createUser({ user, pwd, roles: ['root', 'replay'] })
  if (!isIn()) throw new Error('the operator cannot log in with the password of mongo_url_operator')
}
load('/run/secrets/mongo_users')

function isIn() {
  try {
    return admin.auth(user, pwd).ok === 1
  } catch {
    return false
  }
}
