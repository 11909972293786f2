import { baseConfig, readConfig, sealingKey } from '@darsi/kit/config/config.ts'
import * as z from 'zod'

/** Meeting services that schools use. `.zoom.us` means zoom.us and every host below it. */
export const defaultMeetingHosts =
  'meet.google.com,.zoom.us,teams.microsoft.com,teams.live.com,meet.jit.si,.whereby.com'

export const schema = z.object({
  ...baseConfig,
  FEED_KEY: sealingKey('that seal the addresses of calendar feeds'),
  MEETING_LINK_HOSTS: z
    .string()
    .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:,\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+)*$/)
    .default(defaultMeetingHosts)
    .describe('Hosts of meeting links, comma separated; `.zoom.us` allows zoom.us and all its subdomains.'),
})
export const config = () => readConfig(schema)
