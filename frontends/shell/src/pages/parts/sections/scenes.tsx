import * as art from '@darsi/design/graphics/art-colours.ts'
import { Line, Outlined, Scene } from '@darsi/design/graphics/scene.tsx'
import type { ReactNode } from 'react'

// Like the illustrations of packages/design, on a hill of sand.
function Landscape({ children }: { children: ReactNode }) {
  return (
    <Scene>
      <path d="M56 352V196C56 96 138 24 240 24s184 72 184 172v156z" fill={art.sand} />
      {children}
    </Scene>
  )
}

function Desk() {
  return (
    <>
      <rect x="40" y="298" width="400" height="16" rx="8" fill={art.clay} />
      <Line colour={art.clayDeep} width="12" d="M82 314v42M398 314v42" />
    </>
  )
}

function Plant({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M-20 298l5-30h30l5 30z" fill={art.clayDeep} />
      <path
        d="M0 268c-2-22-16-34-28-36 0 18 8 32 28 36zM0 268c-2-30 4-46 14-56 10 16 8 40-14 56zM0 268c6-14 18-22 32-22-2 14-14 22-32 22z"
        fill={art.leaf}
      />
    </g>
  )
}

/** A girl at home, with her teacher on the screen. */
export function OnlineScene() {
  return (
    <Landscape>
      <circle cx="136" cy="112" r="30" fill={art.sun} />
      <Outlined fill={art.wall} d="M286 70h92v84h-92z" />
      <path d="M332 70v84M286 112h92" stroke={art.line} strokeWidth="3" />

      <path d="M112 300c0-56 24-88 66-88s66 32 66 88z" fill={art.leaf} />
      <path
        d="M134 188c-8-44 10-72 44-72s52 28 44 74c8 22 6 44-2 52-24-10-60-10-84 0-8-10-10-32-2-54z"
        fill={art.ink}
      />
      <path d="M166 196h26v22c0 8-26 8-26 0z" fill={art.skinDeep} />
      <circle cx="180" cy="174" r="33" fill={art.skin} />
      <path
        d="M146 172c-2-26 12-42 36-42 22 0 34 16 32 38-10-4-18-10-24-20-8 12-24 22-44 24z"
        fill={art.ink}
      />
      <circle cx="182" cy="180" r="2.8" fill={art.ink} />
      <circle cx="201" cy="180" r="2.8" fill={art.ink} />
      <Line colour={art.ink} width="2.6" d="M186 193c4 4 10 4 13 0" />
      <circle cx="173" cy="190" r="5" fill={art.clay} opacity="0.35" />

      <path d="M268 210h128c5 0 8 3 8 8v72H260v-72c0-5 3-8 8-8z" fill={art.accentDeep} />
      <rect x="270" y="220" width="124" height="62" rx="4" fill={art.paper} />
      <path d="M304 282c0-18 10-28 26-28s26 10 26 28z" fill={art.accent} />
      <circle cx="330" cy="242" r="13" fill={art.skin} />
      <path d="M316 242c-2-12 6-18 14-18s16 6 14 18c-4-3-7-6-9-9-4 5-11 8-19 9z" fill={art.clayDeep} />
      <Line colour={art.line} width="4" d="M364 232h20M364 244h14M364 256h18" />
      <path d="M246 290h172l8 8H238z" fill={art.ink} />

      <Line colour={art.leaf} width="21" d="M130 256c8 30 40 38 92 34" />
      <Line colour={art.ink} width="21" d="M130 256c8 30 40 38 92 34" opacity="0.12" />
      <circle cx="226" cy="289" r="10" fill={art.skin} />
      <path d="M60 298v-11c0-3 2-5 5-5h22c3 0 5 2 5 5v11z" fill={art.clay} />
      <path d="M92 286c8-1 10 8 1 9" stroke={art.clay} strokeWidth="4" />
      <Desk />
    </Landscape>
  )
}

/** A teacher at the board. */
export function BoardScene() {
  return (
    <Landscape>
      <circle cx="372" cy="92" r="28" fill={art.sun} />
      <rect x="88" y="78" width="216" height="150" rx="8" fill={art.clay} />
      <rect x="98" y="88" width="196" height="130" rx="4" fill={art.accentDeep} />
      <Line colour={art.paper} width="4" d="M122 190V120l62 70zM122 180h10v10" strokeLinejoin="round" />
      <Line colour={art.paper} width="4" d="M208 118h30M208 138h52M208 158h40M208 178h22" opacity="0.75" />
      <Line colour={art.clayDeep} width="8" d="M120 228h60" />

      <path d="M292 300c0-66 18-96 58-96s58 30 58 96z" fill={art.accent} />
      <path d="M338 206h26l-13 20z" fill={art.paper} />
      <path d="M338 184h26v20c0 9-26 9-26 0z" fill={art.skinDeep} />
      <circle cx="349" cy="164" r="32" fill={art.skin} />
      <path
        d="M317 162c-4-26 10-42 33-42 22 0 36 15 33 40-5-8-10-13-15-16-14 6-34 6-44 2-3 5-5 10-7 16z"
        fill={art.ink}
      />
      <path
        d="M322 172c2 22 14 30 28 30s26-8 29-30c-6 8-12 11-16 11-8-4-18-4-25 0-5 0-11-3-16-11z"
        fill={art.ink}
        opacity="0.85"
      />
      <circle cx="336" cy="167" r="8" stroke={art.ink} strokeWidth="2.4" />
      <circle cx="358" cy="167" r="8" stroke={art.ink} strokeWidth="2.4" />
      <path d="M344 167h6M328 166l-8-2" stroke={art.ink} strokeWidth="2.4" />
      <circle cx="336" cy="168" r="2.4" fill={art.ink} />
      <circle cx="358" cy="168" r="2.4" fill={art.ink} />
      <Line colour={art.paper} width="2.6" d="M341 189c4 3 10 3 14 0" />
      <Line colour={art.accent} width="22" d="M306 246c-18-6-30-26-40-52" />
      <Line colour={art.ink} width="22" d="M306 246c-18-6-30-26-40-52" opacity="0.14" />
      <circle cx="263" cy="187" r="10.5" fill={art.skin} />
      <Line colour={art.paper} width="5" d="m260 182-7-14" />

      <path d="M96 282h84v16H96z" fill={art.leaf} />
      <path d="M104 266h72v16h-72z" fill={art.sun} />
      <path d="M112 250h60v16h-60z" fill={art.clayDeep} />
      <path d="M164 282v16M116 266v16M160 250v16" stroke={art.paper} strokeWidth="3" opacity="0.7" />
      <Plant x={224} />
      <Desk />
    </Landscape>
  )
}

/** White houses, one of them with an open door. */
export function NeighbourhoodScene() {
  return (
    <Landscape>
      <circle cx="346" cy="104" r="34" fill={art.sun} />
      <Outlined fill={art.wall} d="M84 332V214h92v118z" />
      <path d="M96 214c0-22 14-38 34-38s34 16 34 38z" fill={art.paper} stroke={art.line} strokeWidth="3" />
      <path d="M104 252c0-14 22-14 22 0v20h-22zM138 252c0-14 22-14 22 0v20h-22z" fill={art.accent} />
      <Outlined fill={art.wall} d="M304 332V196h96v136z" />
      <Outlined fill={art.paper} d="M304 196h96v-14h-14v8h-14v-8h-14v8h-14v-8h-14v8h-14v-8h-12z" />
      <path d="M322 232c0-14 22-14 22 0v24h-22zM362 232c0-14 22-14 22 0v24h-22z" fill={art.accent} />
      <path d="M322 332v-34h62v34z" fill={art.clay} />
      <path d="M322 298h62l-8-14h-46z" fill={art.clayDeep} />

      <Outlined fill={art.paper} d="M162 340V150h156v190z" />
      <Outlined fill={art.wall} d="M196 150v-34h88v34z" />
      <Line colour={art.line} width="5" d="M188 116h104" />
      <path d="M230 150v-14c0-14 20-14 20 0v14z" fill={art.accent} />
      <path d="M184 340v-76c0-36 24-60 56-60s56 24 56 60v76z" fill={art.sun} opacity="0.35" />
      <path d="M192 340v-76c0-31 20-52 48-52s48 21 48 52v76z" fill={art.sun} />
      <path d="M288 338v-74c0-20-8-36-22-45l34 18c8 8 12 18 12 30v84z" fill={art.accent} />
      <path d="M192 338v-74c0-20 8-36 22-45l-34 18c-8 8-12 18-12 30v84z" fill={art.accent} />
      <circle cx="300" cy="290" r="3.5" fill={art.sun} />
      <circle cx="180" cy="290" r="3.5" fill={art.sun} />
      <path d="M206 176h18v16h-18zM256 176h18v16h-18z" fill={art.accent} />

      <path d="M222 334c0-26 6-42 18-42s18 16 18 42z" fill={art.clayDeep} />
      <circle cx="240" cy="280" r="12" fill={art.skin} />
      <path d="M227 280c-2-11 5-18 13-18s15 7 13 17c-5-2-8-4-11-7-4 4-9 7-15 8z" fill={art.ink} />
      <path d="M230 312l10 5 10-5v14l-10 5-10-5z" fill={art.paper} />

      <Line colour={art.clayDeep} width="8" d="M62 340v-40" />
      <circle cx="62" cy="276" r="30" fill={art.leaf} />
      <circle cx="84" cy="292" r="16" fill={art.leaf} />
      <Line colour={art.clayDeep} width="7" d="M424 340v-34" />
      <circle cx="424" cy="288" r="24" fill={art.leaf} />
      <Line colour={art.clay} width="12" d="M24 344h432" />
    </Landscape>
  )
}

/** A week, a conversation and a book. */
export function ToolsScene() {
  return (
    <Landscape>
      <circle cx="128" cy="106" r="28" fill={art.sun} />
      <rect
        x="132"
        y="84"
        width="216"
        height="178"
        rx="14"
        fill={art.paper}
        stroke={art.line}
        strokeWidth="3"
      />
      <path d="M132 122V98c0-8 6-14 14-14h188c8 0 14 6 14 14v24z" fill={art.accent} />
      <Line colour={art.ink} width="7" d="M176 72v24M304 72v24" />
      {[0, 1, 2, 3].map((row) =>
        [0, 1, 2, 3, 4, 5].map((day) => (
          <rect
            key={`${row}-${day}`}
            x={148 + day * 31}
            y={134 + row * 30}
            width="25"
            height="24"
            rx="5"
            fill={row === 2 ? art.sun : free.includes(row * 6 + day) ? art.accent : art.sand}
            opacity={row === 2 ? 0.55 : 1}
          />
        )),
      )}

      <rect x="304" y="150" width="104" height="150" rx="16" fill={art.ink} />
      <rect x="312" y="160" width="88" height="130" rx="8" fill={art.wall} />
      <path d="M322 176h50c5 0 8 3 8 8v10c0 5-3 8-8 8h-38l-12 9z" fill={art.accent} />
      <path d="M390 218h-42c-5 0-8 3-8 8v10c0 5 3 8 8 8h30l12 9z" fill={art.sun} />
      <path d="M322 262h40c5 0 8 3 8 7s-3 7-8 7h-32l-8 6z" fill={art.accent} opacity="0.6" />
      <Line colour={art.paper} width="4" d="M332 189h32M352 231h26" />

      <Outlined fill={art.paper} d="M84 300l10-34c20-10 40-10 58 2 18-12 38-12 58-2l10 34z" />
      <Line
        colour={art.line}
        width="3"
        d="M152 268v30M102 276c12-5 24-4 38 1M98 288c14-5 28-4 42 1M164 277c14-5 26-6 38-1M164 289c14-5 28-6 42-1"
      />
      <Line colour={art.clayDeep} width="7" d="m196 280 30-44" />
      <Desk />
    </Landscape>
  )
}

const free = [1, 2, 4, 8, 9, 11, 18, 20, 21, 23]
