import { Icon } from '@darsi/design/graphics/icon-frame.tsx'
import type { IconComponent } from '@darsi/design/graphics/icons.tsx'
import type { Tool } from '../page/tool.ts'

const drawings = {
  hand: 'M8 12V6.5a1.5 1.5 0 0 1 3 0V11m0-5.5a1.5 1.5 0 0 1 3 0V11m0-3.500a1.500 1.500 0 0 1 3 0V15a6 6 0 0 1-6 6c-3 0-4.500-1.500-6.500-5.500l-1-2a1.400 1.400 0 0 1 2.400-1.400L8 14',
  select: 'M5 3.500l14 6.500-6 2-2 6.500zM13.500 13.500l5.500 5.500',
  pen: 'M4 20l1.200-4.600L15.800 4.800a2 2 0 0 1 2.800 0l.6.6a2 2 0 0 1 0 2.800L8.600 18.800zM14 6.600l3.400 3.400',
  marker: 'M9 14l-2 2v3h3l2-2M9 14l7.500-9 3 3L12 17zM4 21.500h16',
  eraser:
    'M8.500 19.500l-4-4a1.500 1.500 0 0 1 0-2.100l8.900-8.900a1.500 1.500 0 0 1 2.100 0l4 4a1.500 1.500 0 0 1 0 2.100l-8.900 8.900zM9 9l6 6M8.500 19.500H20',
  line: 'M5 19L19 5',
  arrow: 'M5 19L19 5M10.500 5H19v8.500',
  rectangle: 'M4 6.500h16v11H4z',
  ellipse: 'M12 6c4.700 0 8.500 2.700 8.500 6s-3.800 6-8.500 6-8.500-2.700-8.500-6S7.300 6 12 6z',
  axes: 'M12 21V3m-2.500 2.500L12 3l2.500 2.500M3 12h18m-2.500-2.500L21 12l-2.500 2.500',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  formula: 'M4 13l2-1 3 7 4-14h7M14 12l5 6M19 12l-5 6',
  laser: 'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM12 3v2.500M12 18.500V21M3 12h2.500M18.500 12H21',
} as const satisfies Readonly<Record<Tool, string>>

const drawn =
  (path: string, mirrored = false): IconComponent =>
  (props) => (
    <Icon {...props} mirrored={mirrored}>
      <path d={path} />
    </Icon>
  )

export const toolIcons: Readonly<Record<Tool, IconComponent>> = {
  hand: drawn(drawings.hand),
  select: drawn(drawings.select),
  pen: drawn(drawings.pen),
  marker: drawn(drawings.marker),
  eraser: drawn(drawings.eraser),
  line: drawn(drawings.line),
  arrow: drawn(drawings.arrow),
  rectangle: drawn(drawings.rectangle),
  ellipse: drawn(drawings.ellipse),
  axes: drawn(drawings.axes),
  text: drawn(drawings.text),
  formula: drawn(drawings.formula),
  laser: drawn(drawings.laser),
}
export const UndoIcon = drawn('M8 5L4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-3', true)
export const RedoIcon = drawn('M16 5l4 4-4 4M20 9H10a5.500 5.500 0 0 0 0 11h3', true)
// a pen, and no finger
export const PenOnlyIcon = drawn(`${drawings.pen}M13 20h7`)
// not mirrored: the page is not either
export const LeftIcon = drawn('M19 12H5m6-6l-6 6 6 6')
export const RightIcon = drawn('M5 12h14m-6-6l6 6-6 6')
export const UpIcon = drawn('M12 19V5m-6 6l6-6 6 6')
export const DownIcon = drawn('M12 5v14m-6-6l6 6 6-6')
