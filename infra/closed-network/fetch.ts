import { dirname } from 'node:path'
import { kafkaJars, mongoServer } from '../local/tools/install.ts'

/** Prints the paths of Kafka's jars and the database server, fetched like for the local start. */
const say = (text: string) => process.stderr.write(`${text}\n`)
// a machine's own mongod may need libraries of that machine
process.env['PATH'] = '/usr/bin:/bin'
const { path, mongod } = await mongoServer({ say })
if (mongod) throw new Error('This machine has mongod: make mongo:8 of it by hand.')
const wheel = path.slice(0, path.indexOf('/', path.indexOf('secantusdb-')))
process.stdout.write(`${await kafkaJars({ say })} ${wheel || dirname(path)}\n`)
