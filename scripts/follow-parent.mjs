// Loaded into the server before its own code (--import). When the command that started it is killed in a way it cannot pass on, the server
// gets the signal to end in order, instead of staying behind with the port and the data directory in its hands.
const CHECK_MS = 500;
const parent = process.ppid;

function isParentGone() {
  if (process.platform !== "win32") return process.ppid !== parent;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}

const timer = setInterval(() => {
  if (!isParentGone()) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}, CHECK_MS);
timer.unref();
