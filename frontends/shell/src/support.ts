/** How people reach the operator; shown in the footer and on the contact page. */
export const support = { email: 'support@darsi.example', phone: '+216 71 000 000' } as const
