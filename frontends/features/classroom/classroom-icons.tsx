import { Icon } from '@darsi/design/graphics/icon-frame.tsx'
import type { IconComponent } from '@darsi/design/graphics/icons.tsx'

const drawn =
  (path: string): IconComponent =>
  (props) => (
    <Icon {...props}>
      <path d={path} />
    </Icon>
  )

const body =
  'M12 3.500a3 3 0 0 1 3 3V11a3 3 0 0 1-6 0V6.500a3 3 0 0 1 3-3zM5.500 11a6.500 6.500 0 0 0 13 0M12 17.500V21'
const off = 'M4 4l16 16'
const camera = 'M4 7h10v10H4zM14 11l6-3.500v9L14 13'
export const MicrophoneIcon = drawn(body)
export const MicrophoneOffIcon = drawn(`${body}${off}`)
export const CameraIcon = drawn(camera)
export const CameraOffIcon = drawn(`${camera}${off}`)
export const ScreenIcon = drawn('M3.500 5h17v11h-17zM8 20h8M12 16v4M12 13V8m-2.500 2.500L12 8l2.500 2.500')
export const HandIcon = drawn(
  'M8 12V6.500a1.500 1.500 0 0 1 3 0V11m0-6a1.500 1.500 0 0 1 3 0v6m0-4a1.500 1.500 0 0 1 3 0v8a6 6 0 0 1-6 6c-3 0-4.500-1.500-6.500-5.500l-1-2a1.400 1.400 0 0 1 2.400-1.400L8 14',
)
export const LeaveIcon = drawn(
  'M4 15.500c5-4 11-4 16 0l-2 3-3.500-1.500v-2.500c-1.600-.5-3.400-.5-5 0V17L6 18.500z',
)
