// Loaded into every process by `clocks`: the file CLOCK_FOLDER/<pid> holds the milliseconds by which its clock is wrong.
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = `${process.env.CLOCK_FOLDER}/${process.pid}`
let offset = 0
setInterval(() => {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    offset = 0
  }
}, 200).unref()

const now = () => RealDate.now() + offset
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
