// Runs beside the launcher and reads the process groups that it started. When the launcher ends for any reason,
// standard input closes, and the remaining groups are stopped.
import { createInterface } from 'node:readline'

const patienceMs = 10_000
const groups = new Set()
const lines = createInterface({ input: process.stdin })

lines.on('line', (line) => {
  const pid = Number(line.slice(1))
  if (line.startsWith('+')) groups.add(pid)
  else groups.delete(pid)
})

lines.on('close', () => {
  const deadline = Date.now() + patienceMs
  signalAll('SIGCONT')
  signalAll('SIGTERM')
  const timer = setInterval(() => {
    signalAll(Date.now() < deadline ? 0 : 'SIGKILL')
    if (groups.size === 0) clearInterval(timer)
  }, 100)
})

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})

function signalAll(signal) {
  for (const pid of groups) {
    try {
      process.kill(-pid, signal)
    } catch {
      groups.delete(pid)
    }
  }
}
