import * as art from './art-colours.ts'
import { Line, Outlined, Scene, type SceneProps } from './scene.tsx'

/** A teacher and a learner over one book: the product in a picture. */
export function LessonScene(props: SceneProps) {
  return (
    <Scene {...props}>
      <path d="M56 352V196C56 96 138 24 240 24s184 72 184 172v156z" fill={art.sand} />
      <circle cx="352" cy="110" r="30" fill={art.sun} />
      <rect
        x="176"
        y="62"
        width="112"
        height="78"
        rx="8"
        fill={art.paper}
        stroke={art.line}
        strokeWidth="3"
      />
      <path d="M198 122V82l40 40z" stroke={art.accent} strokeWidth="4" strokeLinejoin="round" />
      <Line colour={art.line} width="4" d="M198 112h10v10M250 84h22M250 98h22M250 112h14" />

      <path d="M100 300c0-54 24-84 64-84s64 30 64 84z" fill={art.sun} />
      <path d="M152 194h26v22c0 8-26 8-26 0z" fill={art.skinDeep} />
      <circle cx="166" cy="176" r="33" fill={art.skin} />
      <path
        d="M132 176c-8-6-8-20 2-24 0-12 12-20 22-15 6-10 22-10 28-1 10-2 18 6 16 15 6 5 6 14 0 19-4-8-12-15-24-15-6 8-22 10-32 8-3 4-5 9-5 14-2 2-5 1-7-1z"
        fill={art.ink}
      />
      <circle cx="164" cy="180" r="2.8" fill={art.ink} />
      <circle cx="184" cy="180" r="2.8" fill={art.ink} />
      <Line colour={art.ink} width="2.6" d="M168 192c4 4 10 4 13 0" />
      <circle cx="157" cy="189" r="5" fill={art.clay} opacity="0.35" />

      <path d="M262 300c0-58 26-90 68-90s70 32 70 90z" fill={art.accent} />
      <path
        d="M290 168c0-32 16-52 41-52s41 20 41 52c0 28 8 38 14 54-22 18-84 20-108 2 6-16 12-28 12-56z"
        fill={art.clay}
      />
      <path d="M303 168c0-20 10-31 25-31s25 11 25 31-11 34-25 34-25-14-25-34z" fill={art.skin} />
      <path
        d="M303 168c0-20 10-31 25-31s25 11 25 31c-6-12-14-18-25-18s-19 6-25 18z"
        fill={art.clayDeep}
        opacity="0.35"
      />
      <circle cx="318" cy="170" r="2.8" fill={art.ink} />
      <circle cx="337" cy="170" r="2.8" fill={art.ink} />
      <Line colour={art.ink} width="2.6" d="M320 184c4 5 11 5 15 0" />
      <circle cx="345" cy="180" r="5" fill={art.clay} opacity="0.4" />

      <Outlined fill={art.paper} width="2.5" d="M190 300l12-22c14-8 28-8 42 0 14-8 28-8 42 0l12 22z" />
      <Line
        colour={art.line}
        width="2.5"
        d="M244 278v22M210 284c8-3 16-3 24 0M207 292c9-3 18-3 27 0M254 284c8-3 16-3 24 0"
      />
      <Line colour={art.sun} width="21" d="M128 254c6 30 34 40 76 34" />
      <Line colour={art.clayDeep} width="21" d="M128 254c6 30 34 40 76 34" opacity="0.14" />
      <circle cx="209" cy="287" r="10" fill={art.skin} />
      <Line colour={art.clayDeep} width="5" d="m208 288 18-30" />
      <Line colour={art.accentDeep} width="23" d="M362 250c-4 30-30 40-68 38" />
      <circle cx="288" cy="288" r="10.5" fill={art.skin} />

      <rect x="40" y="298" width="400" height="16" rx="8" fill={art.clay} />
      <Line colour={art.clayDeep} width="12" d="M82 314v42M398 314v42" />
      <path d="M392 298l5-30h30l5 30z" fill={art.clayDeep} />
      <path
        d="M412 268c-2-22-16-34-28-36 0 18 8 32 28 36zM412 268c-2-30 4-46 14-56 10 16 8 40-14 56zM412 268c6-14 18-22 32-22-2 14-14 22-32 22z"
        fill={art.leaf}
      />
      <path d="M62 298v-11c0-3 2-5 5-5h22c3 0 5 2 5 5v11z" fill={art.accent} />
      <path d="M94 286c8-1 10 8 1 9" stroke={art.accent} strokeWidth="4" />
      <Line colour={art.line} width="3" d="M73 274c-4-5 4-8 0-13M83 274c-4-5 4-8 0-13" />
    </Scene>
  )
}

/** An open notebook that waits for its first line. */
export function EmptyScene(props: SceneProps) {
  return (
    <Scene box="0 0 240 180" {...props}>
      <path d="M32 160V98C32 50 70 16 120 16s88 34 88 82v62z" fill={art.sand} />
      <circle cx="168" cy="58" r="15" fill={art.sun} />
      <Outlined
        fill={art.paper}
        d="M58 136V76c20-8 42-6 62 6 20-12 42-14 62-6v60c-20-8-42-6-62 6-20-12-42-14-62-6z"
      />
      <path d="M120 82v60" stroke={art.line} strokeWidth="3" />
      <Line
        colour={art.line}
        width="3"
        d="M72 94c12-3 24-2 36 3M72 108c12-3 24-2 36 3M72 122c12-3 24-2 36 3M132 97c12-5 24-6 36-3"
        strokeDasharray="1 7"
      />
      <path d="m150 128 34-50 10 7-34 50-13 5z" fill={art.accent} />
      <path d="m150 128 10 7-13 5z" fill={art.skin} />
      <path d="m184 78 4-6c3-4 12 2 9 7l-3 6z" fill={art.clay} />
      <Line colour={art.clay} width="8" d="M20 160h200" />
      <path d="M40 156l-3-18h22l-3 18z" fill={art.clayDeep} />
      <path
        d="M48 138c-1-13-8-20-16-22 0 11 5 19 16 22zM48 138c-1-16 3-24 9-30 5 9 4 22-9 30z"
        fill={art.leaf}
      />
    </Scene>
  )
}

/** A lamp whose plug is beside the socket: nothing is broken, trying again helps. */
export function ErrorScene(props: SceneProps) {
  return (
    <Scene box="0 0 240 180" {...props}>
      <path d="M32 160V98C32 50 70 16 120 16s88 34 88 82v62z" fill={art.sand} />
      <rect x="158" y="92" width="30" height="40" rx="6" fill={art.paper} stroke={art.line} strokeWidth="3" />
      <circle cx="173" cy="106" r="2.5" fill={art.ink} />
      <circle cx="173" cy="118" r="2.5" fill={art.ink} />
      <Line colour={art.clayDeep} width="7" d="M92 152V86" />
      <Line colour={art.clayDeep} width="7" d="M92 90c0-14 8-24 22-30" />
      <path d="m100 42 40 18-8 22c-4 9-44-8-41-18z" fill={art.accent} />
      <Line colour={art.accentDeep} width="5" d="M99 68c-3 9 28 22 33 14" />
      <path d="M68 156c0-8 10-10 24-10s24 2 24 10z" fill={art.clay} />
      <Line colour={art.ink} width="3.5" d="M116 152c14 2 14-16 26-14s4 18 18 14" />
      <path d="M158 144h13c4 0 7 3 7 7s-3 7-7 7h-13z" fill={art.ink} />
      <Line colour={art.ink} width="3" d="M178 148h8M178 154h8" />
      <Line colour={art.clay} width="8" d="M20 160h200" />
      <Line colour={art.line} width="4" d="m108 96-4 10M122 98v11M136 94l6 9" />
    </Scene>
  )
}

/** A mail being sent. */
export function MailScene(props: SceneProps) {
  return (
    <Scene box="0 0 240 180" {...props}>
      <path d="M32 160V98C32 50 70 16 120 16s88 34 88 82v62z" fill={art.sand} />
      <path d="M58 84h124v66c0 5-4 9-9 9H67c-5 0-9-4-9-9z" fill={art.accentDeep} />
      <path d="m58 84 62-46 62 46z" fill={art.accentDeep} />
      <rect
        x="74"
        y="46"
        width="92"
        height="84"
        rx="6"
        fill={art.paper}
        stroke={art.line}
        strokeWidth="2.5"
      />
      <circle cx="120" cy="76" r="17" fill={art.leaf} />
      <Line colour={art.paper} width="4" d="m112 76 6 6 11-12" strokeLinejoin="round" />
      <Line colour={art.line} width="4" d="M92 106h56M100 117h40" />
      <path d="M58 86l62 44 62-44v64c0 5-4 9-9 9H67c-5 0-9-4-9-9z" fill={art.accent} />
      <Line colour={art.accentDeep} width="3" d="m60 156 42-38M180 156l-42-38" />
      <Line colour={art.sun} width="5" d="m196 44-16 6M200 62h-14M42 48l14 7M36 66h14" />
    </Scene>
  )
}

/** An adult and a child under a shield. */
export function SafetyScene(props: SceneProps) {
  return (
    <Scene box="0 0 240 180" {...props}>
      <path
        d="M120 8c26 14 52 20 80 20v62c0 42-34 66-80 84-46-18-80-42-80-84V28c28 0 54-6 80-20z"
        fill={art.sand}
      />
      <path
        d="M120 22c21 11 43 16 66 17v51c0 34-27 54-66 69-39-15-66-35-66-69V39c23-1 45-6 66-17z"
        fill={art.wall}
        stroke={art.accent}
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M84 136c-2-34 2-56 24-56s24 22 22 66c-3 2-7 3-10 5-13-4-26-9-36-15z" fill={art.accent} />
      <circle cx="108" cy="64" r="17" fill={art.skin} />
      <path d="M91 64c-2-14 6-23 18-23 11 0 18 8 16 22-3-5-7-9-12-11-6 5-14 7-22 12z" fill={art.ink} />
      <path d="M138 141c-3-24 0-38 15-38s17 12 16 26c-9 6-20 9-31 12z" fill={art.sun} />
      <circle cx="153" cy="92" r="13" fill={art.skinDeep} />
      <path d="M140 92c-1-11 5-17 14-17s14 6 12 16c-6-2-9-4-12-8-4 5-9 7-14 9z" fill={art.ink} />
      <Line colour={art.accentDeep} width="9" d="M126 98c4 12 8 20 16 24" />
      <circle cx="144" cy="123" r="5.5" fill={art.skin} />
      <circle cx="104" cy="67" r="1.8" fill={art.ink} />
      <circle cx="114" cy="67" r="1.8" fill={art.ink} />
      <Line colour={art.ink} width="2" d="M106 74c2 2 5 2 7 0" />
      <circle cx="150" cy="95" r="1.6" fill={art.ink} />
      <circle cx="158" cy="95" r="1.6" fill={art.ink} />
      <Line colour={art.ink} width="1.8" d="M151 100c2 2 4 2 6 0" />
    </Scene>
  )
}
