/** How often a test repeats a race: a few times by day, 20 times in `npm run nightly`. */
export const rounds = Number(process.env['ROUNDS'] ?? 3)
