// Lives beside the launcher and reads the process groups it started. When the launcher is gone, however it died,
// standard input closes, and whatever it left running is stopped.
import { createInterface } from 'node:readline'

const groups = new Set()
const lines = createInterface({ input: process.stdin })

lines.on('line', (line) => {
  const pid = Number(line.slice(1))
  if (line.startsWith('+')) groups.add(pid)
  else groups.delete(pid)
})

lines.on('close', () => {
  signal('SIGTERM')
  setTimeout(() => signal('SIGKILL'), groups.size > 0 ? 10_000 : 0)
})

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})

function signal(name) {
  for (const pid of groups) {
    try {
      process.kill(-pid, name)
    } catch {
      groups.delete(pid)
    }
  }
}
