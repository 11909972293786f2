import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const rate = 16_000
const seconds = 8

/** A WAV file that browsers take for a microphone: syllables, because beeps between long silences hide what is lost. */
export function writeSpoken(folder: string): string {
  const samples = new Int16Array(rate * seconds)
  for (let at = 0; at < samples.length; at++) samples[at] = Math.round(8000 * spokenAt(at / rate))
  const file = join(folder, 'spoken.wav')
  writeFileSync(file, Buffer.concat([headerOf(samples.byteLength), Buffer.from(samples.buffer)]))
  return file
}

/** Four syllables a second, of a pitch that rises and falls, with two formants that move. */
function spokenAt(time: number): number {
  const pitch = 140 + 25 * Math.sin(2 * Math.PI * 0.5 * time)
  const loudness = 0.15 + 0.85 * Math.sin(Math.PI * ((4 * time) % 1)) ** 2
  const formants = [
    500 + 250 * Math.sin(2 * Math.PI * 1.3 * time),
    1600 + 500 * Math.sin(2 * Math.PI * 0.9 * time),
  ]
  let sum = 0
  for (let harmonic = 1; harmonic <= 24; harmonic++) {
    const strength = formants.reduce(
      (all, formant) => all + 1 / (1 + ((harmonic * pitch - formant) / 150) ** 2),
      0,
    )
    // the pitch moves, so the phase is its integral
    const phase = 2 * Math.PI * harmonic * (140 * time - (25 / Math.PI) * Math.cos(Math.PI * time))
    sum += strength * Math.sin(phase)
  }
  return (loudness * sum) / 6
}

/** Of one channel with 16 bits a sample. */
function headerOf(bytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(2 * rate, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}
