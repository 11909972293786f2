import { messageOf, PlainError } from '../process/fail.ts'
import { compose, containersOf, docker, removeContainer, untilHealthy } from './compose.ts'

/**
 * Replaces the containers of one part of the compose project by the same number of new ones with the current image and
 * settings. The new ones must answer before the old ones are stopped; otherwise the old ones stay.
 * @returns the new containers
 */
export async function replacePart(part: string, patienceMs = 90_000): Promise<string[]> {
  if (part === 'gateway')
    throw new PlainError('Two gateways cannot publish one port: docker compose up -d gateway')
  const before = await containersOf(part)
  if (before.length === 0) throw new PlainError(`${part} does not run.`)
  // what an interrupted replacement left stopped would be started again, with its old image
  await compose('rm', '--force', part)
  await compose('up', '-d', '--no-deps', '--no-recreate', '--scale', `${part}=${before.length * 2}`, part)
  const after = (await containersOf(part)).filter((id) => !before.includes(id))
  try {
    for (const id of after) await untilHealthy(id, patienceMs)
  } catch (error) {
    const logs = await Promise.all(after.map((id) => docker('logs', '--tail', '20', id)))
    for (const id of after) await removeContainer(id)
    throw new PlainError(
      `${part} was not replaced. ${messageOf(error)} The end of its log:\n${logs.join('\n')}`,
    )
  }
  for (const id of before) await removeContainer(id)
  return after
}
