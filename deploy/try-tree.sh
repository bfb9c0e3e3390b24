#!/bin/sh
# Starts the image's files as the container would run them: as another user, with a read-only root, nothing but /tmp to write, and no network.
# As root on Linux, with a PostgreSQL that has a Unix socket: deploy/try-tree.sh TREE NODE SOCKET_FOLDER DATABASE_USER DATABASE
set -eu
tree=$(realpath "$1")
node=$(realpath "$2")
socket=$(realpath "$3")
export tree node socket user="$4" database="$5"
exec unshare --mount --net --pid --fork --kill-child sh -eu -c '
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/shop /mnt/socket
  mount --bind "$tree" /mnt/shop
  mount --bind "$socket" /mnt/socket
  cp "$node" /mnt/node
  mount -t proc proc /proc
  mount -t tmpfs tmpfs /tmp
  mount -o remount,ro,bind /mnt/shop
  mount -o remount,ro /mnt
  mount -o remount,ro,bind /
  ip link set lo up
  cd /mnt/shop
  as_shop="setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all env -i PATH=/usr/bin:/bin"
  if $as_shop sh -c "echo x > /mnt/shop/x || echo x > /var/tmp/x" 2>/dev/null; then echo "the root can be written"; exit 1; fi
  $as_shop NODE_ENV=production HOST=127.0.0.1 PORT=3000 DATA_DIR=/data SEED=none DRAIN_SECONDS=0 LOG_FORMAT=pretty \
    APP_SECRET=a-secret-for-this-trial-of-32-characters ADMIN_EMAIL=owner@shop.example MEDIA_URL="s3://pictures?endpoint=http://127.0.0.1:9" \
    DATABASE_URL="postgresql://$user@localhost/$database?host=/mnt/socket" /mnt/node build/server/index.js &
  shop=$!
  $as_shop /mnt/node -e "
    const started = Date.now();
    const see = async (path) => (await fetch(\"http://127.0.0.1:3000\" + path)).status;
    while ((await see(\"/readyz\").catch(() => 0)) !== 200) {
      if (Date.now() - started > 120_000) process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    console.log(\"ready after\", Date.now() - started, \"ms; home page\", await see(\"/\"), \"admin\", await see(\"/admin/login\"));
  " --input-type=module
  kill -TERM $shop
  wait $shop && echo "stopped with 0"
'
