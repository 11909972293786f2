type Command = (command: object) => Promise<{ [name: string]: unknown }>

const set = 'rs0'
/** Code of MongoDB for a server that belongs to no replica set yet. */
const notYetInitialized = 94

/**
 * Makes a mongod the only member of its replica set: without one MongoDB has no change streams. Called until it
 * answers true.
 * @param command runs a command on its database `admin`
 * @param host its address; a set from another port gets the present one
 * @returns whether it takes writes
 */
export async function isPrimary(command: Command, host: string): Promise<boolean> {
  const members = [{ _id: 0, host }]
  const hello = await command({ hello: 1 })
  if (hello['isWritablePrimary'] === true && hello['setName'] === set) return true
  const config = await configOf(command)
  if (!config) await command({ replSetInitiate: { _id: set, members } })
  else if (config.members[0]?.host !== host)
    await command({
      replSetReconfig: { ...config, version: config.version + 1, members },
      force: true,
    })
  return false
}

type Config = { _id: string; version: number; members: { _id: number; host: string }[] }

async function configOf(command: Command): Promise<Config | null> {
  try {
    // `as`: MongoDB's own shape
    return (await command({ replSetGetConfig: 1 }))['config'] as Config
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === notYetInitialized) return null
    throw error
  }
}
