// Loaded into the server first (--import). If the starting command is killed, the server stops cleanly instead of keeping port and data directory.
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
