// Runs in the page, before its own scripts. `lessonPorts` are pairs: a port of the engine, and the one that leads to it
// over the line.

const peers = []

/** The engine names its own ports, and the browser has to use those of the line. */
const led = (text) =>
  globalThis.lessonPorts.reduce(
    (found, [own, over]) => found.replaceAll(` ${own} typ`, ` ${over} typ`),
    String(text),
  )

globalThis.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration) {
    // the engine's TURN server would lead around the line
    super({ ...configuration, iceServers: [] })
    peers.push(this)
  }
  setConfiguration(configuration) {
    super.setConfiguration({ ...configuration, iceServers: [] })
  }
  addIceCandidate(candidate) {
    if (!candidate?.candidate) return super.addIceCandidate(candidate)
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate
    return super.addIceCandidate({
      ...{ sdpMid, sdpMLineIndex, usernameFragment },
      candidate: led(candidate.candidate),
    })
  }
  setRemoteDescription({ type, sdp }) {
    return super.setRemoteDescription({ type, sdp: led(sdp) })
  }
}

/** The last counts of each track, because one that ends takes its own with it. */
const tracks = new Map()

/** What this page heard and saw since it was opened. Silence that was made up counts as heard. */
globalThis.lessonHeard = async () => {
  const sum = { samples: 0, concealed: 0, bytes: 0, frames: 0, energy: 0 }
  for (const [index, peer] of peers.entries())
    for (const report of (await peer.getStats()).values())
      if (report.type === 'inbound-rtp') tracks.set(`${index} ${report.id}`, report)
  for (const report of tracks.values()) {
    if (report.kind === 'audio') {
      sum.samples += report.totalSamplesReceived ?? 0
      sum.concealed += (report.concealedSamples ?? 0) - (report.silentConcealedSamples ?? 0)
      sum.bytes += report.bytesReceived ?? 0
      sum.energy += report.totalAudioEnergy ?? 0
    } else sum.frames += report.framesDecoded ?? 0
  }
  return sum
}

/** The way of the voice: of each connection that is up, the protocol and the port of the engine's end. */
globalThis.lessonRoutes = async () => {
  const routes = []
  for (const peer of peers.filter(({ connectionState }) => connectionState === 'connected')) {
    const reports = [...(await peer.getStats()).values()]
    const pair = reports.find(
      ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
    )
    const end = reports.find(({ id }) => id === pair?.remoteCandidateId)
    if (end) routes.push({ protocol: end.protocol, port: end.port })
  }
  return routes
}
