import type { ContactRule } from '@darsi/contracts/rules/contact-details/who-reads.ts'

export type HintProps = {
  /** What happens with contact details in this text; `refused` in texts that everyone reads, notes and homework. */
  rule: ContactRule | 'refused'
  text: string
  /** The author's last texts in the same conversation, oldest first. */
  before?: readonly string[]
}
